// The store a folding command works on, or what stands in for it in a dry run.
#pragma once

#include <optional>

#include "core/temporary_directory.h"
#include "memfold/engine.h"
#include "tools/context.h"

namespace memfold::tools {

/// The store of `context`, open for writing; in a dry run open for reading, and where there is none
/// yet an empty one in a temporary directory that goes with this object.
class ScratchOrStore {
 public:
  ScratchOrStore(const Context& context, bool dry_run, Durability durability);

  Engine& engine() { return *engine_; }

 private:
  std::optional<TemporaryDirectory> scratch_;  ///< outlives the engine
  std::optional<Engine> engine_;
};

}  // namespace memfold::tools
