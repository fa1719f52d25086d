// What every part of the engine that changes a stored user works with.
#pragma once

#include "memfold/options.h"
#include "storage/store.h"

namespace memfold {

/// Beside the user; borrowed.
struct AmendContext {
  storage::Store& store;
  const EngineOptions& options;
};

}  // namespace memfold
