// How one budget is divided, and that a small one works.
#include "engine/fold/memory_shares.h"

#include <gtest/gtest.h>

#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

EngineOptions of(std::uint64_t budget, std::uint64_t memtables = 0, std::uint64_t blocks = 0) {
  EngineOptions options;
  options.memory_budget = budget;
  options.memtable_bytes = memtables;
  options.block_cache_bytes = blocks;
  return options;
}

TEST(MemoryShares, LeaveTheHeapWhatItTakesAndAreNoMoreThanTheBudget) {
  for (const std::uint64_t budget : {8 * kMiB, 32 * kMiB, 100 * kMiB, 1024 * kMiB, 4096 * kMiB}) {
    const MemoryShares shares = share_memory(of(budget));
    const std::uint64_t rest = budget - shares.memtables - shares.blocks - shares.readings;
    EXPECT_EQ(shares.lanes, rest - rest / 4);
    EXPECT_GE(shares.lanes, budget / 2);
  }
  const MemoryShares usual = share_memory(EngineOptions{});
  EXPECT_EQ(usual.memtables, 96 * kMiB);
  EXPECT_EQ(usual.blocks, 64 * kMiB);
  EXPECT_EQ(usual.readings, 64 * kMiB);
  EXPECT_EQ(share_memory(of(0)).lanes, 0u) << "less than a store needs: nobody stays loaded";
}

TEST(MemoryShares, AreWhatTheHostSaysAsFarAsItFits) {
  const MemoryShares shares = share_memory(of(32 * kMiB, 20 * kMiB, 5 * kMiB));
  EXPECT_EQ(shares.memtables, 20 * kMiB);
  EXPECT_EQ(shares.blocks, 5 * kMiB);
  EXPECT_EQ(shares.readings, 2 * kMiB);
  EXPECT_EQ(shares.lanes, 5 * kMiB - 5 * kMiB / 4);
  EXPECT_THROW(share_memory(of(32 * kMiB, 33 * kMiB)), Error);
  EXPECT_THROW(share_memory(of(32 * kMiB, 20 * kMiB, 20 * kMiB)), Error);
  EXPECT_THROW(share_memory(of(32 * kMiB, ~std::uint64_t{0}, 2)), Error) << "no overflow";
}

/// P1: a budget changes speed, never what is stored.
TEST(MemoryShares, ASmallBudgetStoresTheSame) {
  const std::vector<Fact> facts = test::random_stream({.facts = 1500, .users = 40, .seed = 3});
  std::string digests[2];
  for (const bool small : {false, true}) {
    const test::StoreDirectory directory;
    EngineOptions options = test::fixed_options();
    if (small) options.memory_budget = 2 * kMiB;
    Engine engine = Engine::open(directory.path(), options);
    for (std::size_t i = 0; i < facts.size(); i += 100) {
      engine.fold(std::span(facts).subspan(i, 100));
    }
    EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
    digests[small] = engine.admin().digest();
  }
  EXPECT_EQ(digests[0], digests[1]);
}

}  // namespace
}  // namespace memfold
