// With what an engine is opened, from settings and from JSON.
#pragma once

#include <memory>

#include "call/read_value.h"
#include "call/settings.h"
#include "memfold/options.h"

namespace memfold::call {

/// What of the settings an engine is opened with. Models, the clock and how it is opened are none
/// of theirs.
EngineOptions engine_options(const Settings& settings);

/// What a host brings of its own. Empty ones: the built-in.
struct HostModels {
  std::shared_ptr<const Embedder> embedder{};
  std::shared_ptr<const Analyst> analyst{};
  std::shared_ptr<const Extractor> extractor{};
  LogOptions log{};  ///< empty: nobody is told
};

/// The keys of docs/config.md that concern an engine, nested or with dots, and read_only,
/// create_if_missing, any_embedder, and now: a fixed time instead of the clock. Throws
/// Error(InvalidArgument) naming the key.
EngineOptions engine_options(const RequestJson& json, const HostModels& host);

/// The built-in models, with the readers of sources where this is built with memfold::ingest.
Models built_in_models();

}  // namespace memfold::call
