// P1: folding a batch, at any batch size, thread count and split over calls, ends in the same state
// and the same log as folding its facts one at a time, in order.
#include <gtest/gtest.h>

#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

struct FoldRun {
  std::string digest;
  std::vector<std::string> outcomes;
  Stats stats;
};

std::string outcome(const Decision& d) {
  return std::string(name(d.kind)) + " " + std::string(name(d.operation)) + " " +
         to_string(d.memory_id) + " " + std::to_string(d.score.total) + " " + d.reason +
         (d.already_folded ? " again" : "");
}

/// Folds `facts` in calls of `call` facts with batches of `batch`; reopens the store every
/// `reopen_every` calls.
FoldRun fold_all(std::span<const Fact> facts, std::size_t call, int batch, int threads,
                 std::size_t reopen_every, Mode mode, CellOptions cells = {},
                 MappedOptions mapped = {.from = 16}) {
  const StoreDirectory directory;
  EngineOptions options = fixed_options(threads);
  options.decide.mode = mode;
  options.cells = cells;
  options.mapped = mapped;
  std::optional<Engine> engine(Engine::open(directory.path(), options));
  FoldOptions fold;
  fold.batch = batch;
  FoldRun run;
  std::size_t calls = 0;
  for (std::size_t begin = 0; begin < facts.size(); begin += call) {
    if (reopen_every != 0 && ++calls % reopen_every == 0) {
      engine.reset();
      engine.emplace(Engine::open(directory.path(), options));
    }
    const auto part = facts.subspan(begin, std::min(call, facts.size() - begin));
    for (const Decision& d : engine->fold(part, fold)) run.outcomes.push_back(outcome(d));
  }
  run.digest = engine->admin().digest();
  run.stats = engine->stats();
  EXPECT_EQ(engine->admin().verify().problems, std::vector<std::string>{});
  return run;
}

class SerialEquivalence : public testing::TestWithParam<std::uint64_t> {};

TEST_P(SerialEquivalence, P1_AnyBatchAndThreadCountGivesTheSerialDigest) {
  const std::vector<Fact> facts = random_stream({.facts = 300, .users = 3, .seed = GetParam()});
  const FoldRun serial = fold_all(facts, 1, 1, 1, 0, Mode::Balanced, {}, {.from = 0});
  // The stream must exercise what it claims to.
  EXPECT_GT(serial.stats.by_kind[std::size_t(DecisionKind::Create)], 20u);
  EXPECT_GT(serial.stats.by_kind[std::size_t(DecisionKind::Update)], 20u);
  EXPECT_GT(serial.stats.by_kind[std::size_t(DecisionKind::Skip)], 10u);
  EXPECT_GT(serial.stats.backdated, 0u);
  for (const int batch : {1, 7, 64, 1024}) {
    for (const int threads : {1, 2, 4}) {
      const FoldRun run = fold_all(facts, facts.size(), batch, threads, 0, Mode::Balanced);
      EXPECT_EQ(run.digest, serial.digest) << "batch " << batch << ", threads " << threads;
      EXPECT_EQ(run.outcomes, serial.outcomes) << "batch " << batch << ", threads " << threads;
    }
  }
}

TEST_P(SerialEquivalence, P1_HoldsInFastMode) {
  const std::vector<Fact> facts = random_stream({.facts = 300, .users = 3, .seed = GetParam()});
  const FoldRun serial = fold_all(facts, 1, 1, 1, 0, Mode::Fast);
  EXPECT_GT(serial.stats.by_kind[std::size_t(DecisionKind::Update)], 20u);
  for (const int threads : {1, 2, 4}) {
    const FoldRun run = fold_all(facts, facts.size(), 64, threads, 0, Mode::Fast);
    EXPECT_EQ(run.digest, serial.digest) << threads << " threads";
    EXPECT_EQ(run.outcomes, serial.outcomes) << threads << " threads";
  }
}

TEST_P(SerialEquivalence, P1_SplittingOverCallsAndReopeningChangesNothing) {
  const std::vector<Fact> facts =
      random_stream({.facts = 300, .users = 3, .seed = GetParam() + 100});
  const FoldRun whole = fold_all(facts, facts.size(), 64, 2, 0, Mode::Accurate, {}, {.from = 0});
  EXPECT_EQ(fold_all(facts, 37, 16, 2, 1, Mode::Accurate).digest, whole.digest);
  EXPECT_EQ(fold_all(facts, 11, 1024, 4, 3, Mode::Accurate).digest, whole.digest);
}

/// Cells are made, and made anew, in the middle of batches.
TEST_P(SerialEquivalence, P1_HoldsWhereVectorsAreSearchedInCells) {
  const std::vector<Fact> facts =
      random_stream({.facts = 600, .users = 2, .seed = GetParam() + 200});
  constexpr CellOptions kFew{.from = 16, .probes = 2};
  const FoldRun serial = fold_all(facts, 1, 1, 1, 0, Mode::Balanced, kFew, {.from = 0});
  for (const int batch : {7, 64, 1024}) {
    const FoldRun run = fold_all(facts, facts.size(), batch, 2, 0, Mode::Balanced, kFew);
    EXPECT_EQ(run.digest, serial.digest) << "batch " << batch;
    EXPECT_EQ(run.outcomes, serial.outcomes) << "batch " << batch;
  }
  EXPECT_EQ(fold_all(facts, 37, 16, 2, 1, Mode::Balanced, kFew).digest, serial.digest);
  EXPECT_EQ(fold_all(facts, 11, 1024, 4, 3, Mode::Balanced, kFew).digest, serial.digest);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SerialEquivalence, testing::Values(1, 2, 3));

}  // namespace
}  // namespace memfold::test
