// P1 where comparisons are begun ahead: what is guessed changes when an answer is there, never
// which.
#include <gtest/gtest.h>

#include "tests/property/fact_stream.h"
#include "tests/property/slow_analyst.h"

namespace memfold::test {
namespace {

struct AheadRun {
  std::string digest;
  SlowCounters counters;
  Stats stats;
};

AheadRun fold_with(Will will, bool looks_ahead, int batch, int threads,
                   Mode mode = Mode::Balanced) {
  const StoreDirectory directory;
  const auto analyst = std::make_shared<SlowAnalyst>(will, looks_ahead);
  EngineOptions options = fixed_options(threads);
  options.models.analyst = analyst;
  options.decide.mode = mode;
  Engine engine = Engine::open(directory.path(), options);
  const std::vector<Fact> facts = random_stream({.facts = 400, .users = 3, .seed = 77});
  engine.fold(facts, {.batch = batch});
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
  return {engine.admin().digest(), analyst->counters(), engine.stats()};
}

TEST(LookAhead, ChangesNoDecisionWhateverBatchAndThreads) {
  for (const Mode mode : {Mode::Balanced, Mode::Accurate}) {
    const AheadRun serial = fold_with(Will::IsItsOwn, false, 1, 1, mode);
    EXPECT_EQ(serial.counters.begun, 0);
    for (const int batch : {1, 7, 64, 512}) {
      for (const int threads : {1, 2, 4}) {
        const AheadRun ahead = fold_with(Will::IsItsOwn, true, batch, threads, mode);
        EXPECT_EQ(ahead.digest, serial.digest) << "batch " << batch << ", threads " << threads;
        EXPECT_EQ(ahead.stats.analyses, serial.stats.analyses);
        EXPECT_EQ(ahead.counters.begun == 0, batch == 1) << "one fact has nothing to begin";
      }
    }
  }
}

TEST(LookAhead, HasManyUnderWayAtOnceAndMostOfThemAreAskedFor) {
  const SlowCounters counters = fold_with(Will::Agrees, true, 64, 1).counters;
  EXPECT_GT(counters.concurrent_for, 1) << "on one thread of ours";
  EXPECT_GT(counters.used, 10 * counters.anew);
  EXPECT_GT(10 * counters.used, 9 * counters.begun);
}

TEST(LookAhead, AWrongGuessIsComparedAnew) {
  const SlowCounters counters = fold_with(Will::IsItsOwn, true, 64, 2).counters;
  EXPECT_GT(counters.begun, counters.used) << "begun in vain";
  EXPECT_GT(counters.anew, 0) << "and what was not guessed asked for";
}

TEST(LookAhead, BeginsNothingThatTheStoreHasOrTheBandsDecide) {
  EXPECT_EQ(fold_with(Will::IsItsOwn, true, 64, 2, Mode::Fast).counters.begun, 0);

  const StoreDirectory directory;
  std::vector<Fact> facts = random_stream({.facts = 200, .users = 1, .seed = 5});
  EngineOptions options = fixed_options();
  options.models.analyst = std::make_shared<SlowAnalyst>(Will::IsItsOwn, false);
  {
    Engine engine = Engine::open(directory.path(), options);
    engine.fold(facts);
    engine.forget({.user = facts.front().user, .everything = true});
  }
  for (Fact& fact : facts) fact.source_id += " again";
  const auto again = std::make_shared<SlowAnalyst>(Will::IsItsOwn, true);
  options.models.analyst = again;
  Engine engine = Engine::open(directory.path(), options);
  engine.fold(facts, {.batch = 64});
  EXPECT_GT(engine.stats().kept_analyses, 0u);
  EXPECT_EQ(engine.stats().kept_analyses, engine.stats().analyses);
  EXPECT_EQ(again->counters().begun + again->counters().anew, 0);
}

}  // namespace
}  // namespace memfold::test
