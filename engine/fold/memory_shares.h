// How EngineOptions::memory_budget is divided.
#pragma once

#include <cstdint>

#include "memfold/options.h"

namespace memfold {

/// In bytes. Together no more than the budget, unless that is less than a store needs at all.
struct MemoryShares {
  std::uint64_t memtables, blocks, readings, lanes;  ///< readings: of the built-in Analyst
};

/// Throws Error(InvalidArgument) where what was asked for does not fit.
MemoryShares share_memory(const EngineOptions& options);

}  // namespace memfold
