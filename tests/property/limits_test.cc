// P1, P4 and P5 where users have no more room: what is refused depends on the state at a fact's
// turn alone, and is stored once there is room.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

struct LimitedRun {
  std::string digest;
  std::vector<std::string> outcomes;
  std::size_t refused = 0, updated = 0;
};

std::string limited_outcome(const Decision& d) {
  return std::string(name(d.kind)) + " " + std::string(name(d.status)) + " " +
         to_string(d.memory_id) + " " + std::to_string(d.sequence) + " " + d.reason +
         (d.over_limit ? " over" : "") + (d.already_folded ? " again" : "");
}

EngineOptions limited_options(std::int64_t max_memories, int threads) {
  EngineOptions options = fixed_options(threads);
  options.mapped.from = 16;
  options.limits.max_memories = max_memories;
  return options;
}

/// Folds them in calls of `call`, opening the store anew before each.
LimitedRun fold_limited(const std::string& path, std::span<const Fact> facts, std::size_t call,
                        int batch, int threads, std::int64_t max_memories) {
  FoldOptions fold;
  fold.batch = batch;
  LimitedRun run;
  std::optional<Engine> engine;
  for (std::size_t begin = 0; begin < facts.size(); begin += call) {
    if (call > 1 || !engine) {
      engine.reset();
      engine.emplace(Engine::open(path, limited_options(max_memories, threads)));
    }
    const auto part = facts.subspan(begin, std::min(call, facts.size() - begin));
    for (const Decision& d : engine->fold(part, fold)) {
      run.outcomes.push_back(limited_outcome(d));
      run.refused += d.over_limit;
      run.updated += d.kind == DecisionKind::Update;
      EXPECT_EQ(d.over_limit, d.over_limit && d.status == Status::Error && d.sequence == 0);
    }
  }
  for (const std::string& user : engine->users()) {
    EXPECT_LE(engine->stats(user).current_memories, std::uint64_t(max_memories)) << user;
  }
  EXPECT_EQ(engine->admin().verify().problems, std::vector<std::string>{});
  run.digest = engine->admin().digest();
  return run;
}

class LimitedUsers : public testing::TestWithParam<std::int64_t> {};

/// Streams repeat themselves: facts that were refused are told again, in one call and in others.
std::vector<Fact> repeating_stream(std::uint64_t seed) {
  std::vector<Fact> facts = random_stream({.facts = 240, .users = 3, .seed = seed});
  for (std::size_t i = 0; i < 240; i += 3) facts.push_back(facts[i]);
  for (std::size_t i = 0; i < 60; ++i) facts.insert(facts.begin() + 100 + long(i), facts[2 * i]);
  return facts;
}

TEST_P(LimitedUsers, P1_BatchesThreadsAndCallsDoNotShow) {
  const std::vector<Fact> facts = repeating_stream(std::uint64_t(GetParam()));
  const StoreDirectory directory;
  const LimitedRun serial = fold_limited(directory.path("serial"), facts, 1, 1, 1, GetParam());
  EXPECT_GT(serial.refused, 10u);
  EXPECT_GT(serial.updated, 5u) << "what is known goes on";
  int runs = 0;
  for (const auto& [call, batch, threads] :
       {std::tuple{facts.size(), 512, 2}, {facts.size(), 7, 4}, {std::size_t{37}, 16, 2}}) {
    const LimitedRun run = fold_limited(directory.path(std::to_string(++runs)), facts, call, batch,
                                        threads, GetParam());
    EXPECT_EQ(run.digest, serial.digest) << "batch " << batch << ", calls of " << call;
    EXPECT_EQ(run.outcomes, serial.outcomes) << "batch " << batch << ", calls of " << call;
  }
}

TEST_P(LimitedUsers, P5_WhatWasRefusedIsStoredOnceThereIsRoomAndTheRestIsKnown) {
  const std::vector<Fact> facts = repeating_stream(std::uint64_t(GetParam()) + 50);
  const StoreDirectory directory;
  const LimitedRun full = fold_limited(directory.path(), facts, facts.size(), 64, 2, GetParam());
  ASSERT_GT(full.refused, 10u);
  Engine engine = Engine::open(directory.path(), limited_options(0, 2));
  FoldOptions again;
  again.retry = true;
  std::size_t stored = 0;
  for (const Decision& d : engine.fold(facts, again)) {
    EXPECT_FALSE(d.over_limit);
    stored += !d.already_folded && d.status != Status::Error;
  }
  EXPECT_GT(stored, 10u);
  for (const Decision& d : engine.fold(facts, again)) {
    EXPECT_TRUE(d.already_folded || d.user.empty()) << d.reason;
  }
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Rooms, LimitedUsers, testing::Values(1, 4, 15));

}  // namespace
}  // namespace memfold::test
