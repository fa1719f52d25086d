#include "engine/fold/memory_shares.h"

#include <algorithm>
#include <string>

#include "memfold/error.h"

namespace memfold {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;
/// With less, every commit would be followed by a flush of some column family, and blocks be read
/// again and again.
constexpr std::uint64_t kLeast = kMiB;
constexpr std::uint64_t kMostMemtables = 96 * kMiB, kMostBlocks = 64 * kMiB;
constexpr std::uint64_t kMostReadings = 64 * kMiB;

/// Of what lanes could have, left to the heap: lanes of many sizes that come and go leave holes. A
/// million users of ten memories took 1.3 times what they hold (`users_bench`).
constexpr std::uint64_t kHeapShare = 4;

std::uint64_t share(std::uint64_t wanted, std::uint64_t budget, std::uint64_t most) {
  return wanted > 0 ? std::max(wanted, kLeast) : std::clamp(budget / 8, kLeast, most);
}

}  // namespace

MemoryShares share_memory(const EngineOptions& options) {
  const std::uint64_t budget = options.memory_budget;
  // Each by itself first, so that their sum cannot overflow.
  if (options.memtable_bytes > budget || options.block_cache_bytes > budget ||
      options.memtable_bytes + options.block_cache_bytes > budget) {
    throw Error(ErrorCode::InvalidArgument,
                "memtable_bytes and block_cache_bytes are parts of memory_budget and must not be "
                "more than its " +
                    std::to_string(budget) + " bytes");
  }
  MemoryShares shares{share(options.memtable_bytes, budget, kMostMemtables),
                      share(options.block_cache_bytes, budget, kMostBlocks),
                      std::min(budget / 16, kMostReadings), 0};
  const std::uint64_t others = shares.memtables + shares.blocks + shares.readings;
  const std::uint64_t rest = budget > others ? budget - others : 0;
  shares.lanes = rest - rest / kHeapShare;
  return shares;
}

}  // namespace memfold
