// Stores that leave nothing behind, and the store of a folding command or what stands in for it in
// a dry run.
#pragma once

#include <optional>

#include "core/temporary_directory.h"
#include "memfold/engine.h"
#include "tools/cli/context.h"

namespace memfold::tools {

/// An empty store in a temporary directory that goes with this object.
class ScratchStore {
 public:
  explicit ScratchStore(EngineOptions options)
      : engine_(Engine::open(directory_.path() + "/store", std::move(options))) {}

  Engine& engine() { return engine_; }

 private:
  TemporaryDirectory directory_;  ///< outlives the engine
  Engine engine_;
};

/// The store of `context`, open for writing; in a dry run open for reading, and where there is none
/// yet a scratch store.
class ScratchOrStore {
 public:
  ScratchOrStore(const Context& context, bool dry_run, Durability durability);

  Engine& engine() { return scratch_ ? scratch_->engine() : *engine_; }

 private:
  std::optional<ScratchStore> scratch_;
  std::optional<Engine> engine_;
};

}  // namespace memfold::tools
