// Salience, states and when a memory is put away: each figure of docs/lifecycle.md.
#include "memfold/lifecycle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "memfold/error.h"
#include "memfold/memory.h"

namespace memfold {
namespace {

constexpr Time day(double number) {
  return {std::int64_t(number * double(kMicrosPerDay))};
}

Memory made(MemoryState state = MemoryState::Candidate, double confidence = 1) {
  Memory memory;
  memory.state = state;
  memory.confidence = confidence;
  memory.created_at = day(0);
  return memory;
}

Memory recalled(Memory memory, double score, Time now) {
  static_cast<Lifecycle&>(memory) = memfold::recalled(Lifecycle(memory), score, now);
  return memory;
}

/// Days until salience is `share` of what it is now.
double days_to(double share, const Memory& memory) {
  return std::log(1 / share) / decay_rate(memory);
}

TEST(Decay, NeverRecalledHalvesInThirtyFiveDays) {
  const Memory memory = made(MemoryState::Active);
  EXPECT_DOUBLE_EQ(decay_rate(memory), 0.02);
  EXPECT_NEAR(days_to(0.5, memory), 35, 0.5);
  EXPECT_NEAR(salience_at(memory, day(35)) / memory.salience, 0.5, 0.005);
  EXPECT_NEAR(salience_at(memory, day(70)) / memory.salience, 0.25, 0.005);
}

TEST(Decay, RecallsAndTheGradientSlowIt) {
  Memory memory = made(MemoryState::Active);
  memory.recall_frequency = 5;
  memory.decay_gradient = 1.5;
  EXPECT_NEAR(decay_rate(memory), 0.02 / (1 + std::pow(5, 1.5)), 1e-15);
  EXPECT_NEAR(salience_at(memory, day(35)) / memory.salience, 0.95, 0.01);
}

TEST(Decay, OfACandidateGoesByConfidence) {
  EXPECT_DOUBLE_EQ(decay_rate(made(MemoryState::Candidate, 0.5)), 0.04);
  EXPECT_NEAR(days_to(0.5, made(MemoryState::Candidate, 0.5)), 17, 0.5);
  EXPECT_DOUBLE_EQ(decay_rate(made(MemoryState::Candidate, 0.4)), 2.2 * 0.02);
  EXPECT_EQ(decay_rate(made(MemoryState::Candidate, 0.8)), 0) << "sure enough";
  EXPECT_GT(decay_rate(made(MemoryState::Candidate, 0.79)), 0.02);
  EXPECT_EQ(decay_rate(made(MemoryState::Active, 0.5)), 0.02) << "of candidates alone";
}

TEST(Decay, CountsFromTheLastUseAndNeverBackwards) {
  Memory memory = made(MemoryState::Active);
  memory.last_accessed_at = day(100);
  EXPECT_EQ(salience_at(memory, day(100)), memory.salience);
  EXPECT_EQ(salience_at(memory, day(50)), memory.salience);
  EXPECT_LT(salience_at(memory, day(101)), memory.salience);
}

TEST(Decay, AskingTwiceChangesNothing) {
  const Memory memory = made(MemoryState::Active);
  EXPECT_EQ(salience_at(memory, day(12)), salience_at(memory, day(12)));
}

TEST(Recalled, GainsByTheScore) {
  for (const auto& [score, gain] : {std::pair{0.0, 0.05}, {0.5, 0.075}, {1.0, 0.1}, {2.0, 0.1}}) {
    const Memory after = recalled(made(), score, day(1));
    EXPECT_DOUBLE_EQ(after.salience, 0.5 + gain);
    EXPECT_EQ(after.access_count, 1u);
    EXPECT_EQ(after.recall_frequency, 1u);
    EXPECT_EQ(after.last_accessed_at, day(1));
  }
  Memory bright = made();
  bright.salience = 0.97;
  EXPECT_EQ(recalled(bright, 1, day(1)).salience, 1);
}

TEST(Recalled, AddsToWhatIsLeft) {
  const Memory faded = made(MemoryState::Active);
  EXPECT_NEAR(recalled(faded, 0, day(35)).salience, 0.25 + 0.05, 0.003);
}

TEST(Recalled, SpacingMovesTheGradient) {
  Memory memory = recalled(made(), 1, day(1));
  EXPECT_FALSE(memory.last_recall_interval) << "one recall has no interval";
  memory = recalled(memory, 1, day(3));
  EXPECT_EQ(memory.last_recall_interval, 2.0);
  EXPECT_EQ(memory.decay_gradient, 1.0) << "nothing to compare the first interval with";
  memory = recalled(memory, 1, day(6));
  EXPECT_DOUBLE_EQ(memory.decay_gradient, 1.1) << "3 days after 2";
  memory = recalled(memory, 1, day(7));
  EXPECT_DOUBLE_EQ(memory.decay_gradient, 1.05) << "1 day after 3";
  memory = recalled(memory, 1, day(8));
  EXPECT_DOUBLE_EQ(memory.decay_gradient, 1.05) << "as long as before";
}

TEST(Recalled, TheGradientHasBounds) {
  Memory memory = made(MemoryState::Active);
  memory.last_accessed_at = day(0);
  memory.last_recall_interval = 10;
  memory.decay_gradient = 0.12;
  EXPECT_DOUBLE_EQ(recalled(memory, 1, day(1)).decay_gradient, 0.1);
  memory.decay_gradient = 4.95;
  EXPECT_DOUBLE_EQ(recalled(memory, 1, day(11)).decay_gradient, 5);
}

TEST(States, CandidateActiveCoreArchivedActive) {
  Memory memory = made();
  for (int recall = 1; recall <= 10; ++recall) {
    memory = recalled(memory, 1, day(recall));
    EXPECT_EQ(memory.state, recall < 10 ? MemoryState::Active : MemoryState::Core) << recall;
  }
  const Memory away = archived(memory, day(20));
  EXPECT_EQ(away.state, MemoryState::Archived);
  EXPECT_EQ(recalled(away, 1, day(21)).state, MemoryState::Active);
}

TEST(ArchiveTime, IsWhenSaliencePassesTheBound) {
  Memory memory = made(MemoryState::Active);
  const Time due = archive_time(memory).value();
  EXPECT_NEAR(double(due.micros) / double(kMicrosPerDay), std::log(50) / 0.02, 1e-6);
  EXPECT_LT(salience_at(memory, due), 0.01);
  EXPECT_GE(salience_at(memory, {due.micros - kMicrosPerSecond}), 0.01);
  memory.salience = 0.001;
  EXPECT_EQ(archive_time(memory), memory.created_at) << "it is below already";
}

TEST(ArchiveTime, PoliciesByPrecedence) {
  Memory memory = made(MemoryState::Active, 0.3);
  memory.ttl_policy = TtlPolicy::Ephemeral;
  memory.salience = 1;
  EXPECT_EQ(archive_time(memory), day(90)) << "whatever its salience";
  memory.last_accessed_at = day(80);
  EXPECT_EQ(archive_time(memory), day(90));
  memory.ttl_policy = TtlPolicy::KeepForever;
  EXPECT_FALSE(archive_time(memory));
  EXPECT_EQ(salience_at(memory, day(10'000)), 1);
}

TEST(ArchiveTime, NoneForWhatDoesNotFadeOrIsGone) {
  EXPECT_FALSE(archive_time(made())) << "a sure candidate";
  Memory memory = made(MemoryState::Active);
  memory.superseded_at = day(1);
  EXPECT_FALSE(archive_time(memory));
  memory = made(MemoryState::Active);
  memory.deleted_at = day(1);
  EXPECT_FALSE(archive_time(memory));
  EXPECT_FALSE(archive_time(archived(made(MemoryState::Active), day(1))));
  memory = made(MemoryState::Active);
  memory.recall_frequency = 1000;
  memory.decay_gradient = 5;
  EXPECT_FALSE(archive_time(memory)) << "in a thousand years at the earliest";
}

TEST(LifecycleOptions, AreChecked) {
  LifecycleOptions options;
  EXPECT_NO_THROW(validate(options));
  options.least_gain = 0.2;
  EXPECT_THROW(validate(options), Error);
  options = {};
  options.core_accesses = 0;
  EXPECT_THROW(validate(options), Error);
}

}  // namespace
}  // namespace memfold
