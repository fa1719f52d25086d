// UserLimits: what has no room is refused without a trace, and everything else goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "memfold/engine.h"
#include "memfold/error.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::locker_statements;
using test::StoreDirectory;
using testing::HasSubstr;

class Limits : public testing::Test {
 protected:
  Limits() { reopen(3); }

  void reopen(std::int64_t max_memories) {
    engine_.reset();
    EngineOptions options = fixed_options();
    options.limits.max_memories = max_memories;
    engine_.emplace(Engine::open(directory_.path(), options));
  }

  static Fact said(const std::string& content, const std::string& key) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.idempotency_key = key;
    return fact;
  }
  Decision fold(const Fact& fact, const FoldOptions& how = {}) {
    return engine_->fold({&fact, 1}, how).front();
  }
  std::uint64_t current() const { return engine_->stats("mina").current_memories; }
  static std::vector<Fact> lockers(std::size_t first, std::size_t count) {
    return locker_statements(first, count);
  }

  StoreDirectory directory_;
  std::optional<Engine> engine_;
};

TEST_F(Limits, WhatHasNoRoomIsRefusedAndLeavesNothingBehind) {
  const std::vector<Fact> facts = lockers(0, 5);
  const std::vector<Decision> told = engine_->fold(facts);
  for (std::size_t i = 0; i < facts.size(); ++i) EXPECT_EQ(told[i].over_limit, i >= 3) << i;
  const Decision& refused = told[4];
  EXPECT_EQ(refused.status, Status::Error);
  EXPECT_EQ(refused.kind, DecisionKind::Skip);
  EXPECT_EQ(refused.sequence, 0u);
  EXPECT_EQ(refused.id, Id());
  EXPECT_EQ(refused.memory_id, Id());
  EXPECT_FALSE(refused.already_folded);
  EXPECT_THAT(refused.error, HasSubstr("limits.max_memories allows (3)"));
  EXPECT_EQ(current(), 3u);
  EXPECT_EQ(engine_->stats("mina").rejected, 0u);
  EXPECT_EQ(engine_->log({.user = "mina"}).entries.size(), 3u);
  EXPECT_EQ(engine_->metrics().over_limit, 2u);
  EXPECT_EQ(engine_->admin().verify().problems, std::vector<std::string>{});
  const std::string digest = engine_->admin().digest();
  EXPECT_TRUE(fold(facts[4]).over_limit);
  EXPECT_EQ(engine_->admin().digest(), digest) << "asking again changes nothing either";
}

TEST_F(Limits, WhatUpdatesOrRepeatsGoesOn) {
  const Decision first = fold(said("The ticket price is $20", "1"));
  engine_->fold(lockers(0, 2));
  ASSERT_EQ(current(), 3u);
  const Decision raised = fold(said("The ticket price is $30", "2"));
  EXPECT_EQ(raised.operation, Operation::Supersede) << raised.reason;
  EXPECT_EQ(fold(said("The ticket price is $30", "3")).kind, DecisionKind::Skip);
  EXPECT_TRUE(fold(said("The ticket price is $30", "2")).already_folded) << "P4";
  EXPECT_EQ(current(), 3u);
  EXPECT_TRUE(fold(lockers(7, 1)[0]).over_limit);
  ASSERT_EQ(engine_->undo("mina", raised.sequence).size(), 1u) << "people are not held back";
  EXPECT_EQ(engine_->current("mina", first.memory_id)->content, "The ticket price is $20");
}

TEST_F(Limits, ARefusedFactIsStoredOnceThereIsRoom) {
  const std::vector<Fact> facts = lockers(0, 5);
  const std::vector<Decision> told = engine_->fold(facts);
  engine_->forget({.user = "mina", .ids = {told[0].memory_id}});
  const Decision fourth = fold(facts[3]);
  EXPECT_EQ(fourth.kind, DecisionKind::Create) << fourth.reason;
  EXPECT_FALSE(fourth.already_folded);
  EXPECT_TRUE(fold(facts[4]).over_limit);
  reopen(4);
  const std::vector<Decision> again = engine_->fold(facts);
  EXPECT_TRUE(again[3].already_folded);
  EXPECT_EQ(again[4].status, Status::Success) << again[4].reason;
  EXPECT_FALSE(again[4].already_folded);
  EXPECT_EQ(current(), 4u);
}

TEST_F(Limits, AFactToldTwiceInOneCallIsRefusedTwice) {
  std::vector<Fact> facts = lockers(0, 4);
  facts.push_back(facts[3]);
  const std::vector<Decision> told = engine_->fold(facts);
  for (const std::size_t i : {3u, 4u}) {
    EXPECT_TRUE(told[i].over_limit) << i;
    EXPECT_FALSE(told[i].already_folded) << i;
  }
  facts[3].idempotency_key.clear();
  facts[3].source_id.clear();
  facts[3].stated_at = facts[3].occurred_at = {};
  facts[4] = facts[3];
  const std::vector<Decision> untimed = engine_->fold(facts);
  EXPECT_TRUE(untimed[3].over_limit && untimed[4].over_limit);
}

TEST_F(Limits, ExplainAndDryRunsSayWhatFoldWouldDo) {
  const std::vector<Fact> facts = lockers(0, 5);
  FoldOptions dry;
  dry.dry_run = true;
  const std::vector<Decision> tried = engine_->fold(facts, dry);
  EXPECT_EQ(tried[2].status, Status::DryRun);
  EXPECT_TRUE(tried[3].over_limit);
  EXPECT_EQ(engine_->metrics().over_limit, 0u) << "nothing was refused";
  EXPECT_FALSE(engine_->explain(facts[4]).decision.over_limit);
  engine_->fold(facts);
  const Explanation explained = engine_->explain(facts[4]);
  EXPECT_TRUE(explained.decision.over_limit);
  EXPECT_EQ(explained.decision.memory_id, Id());
  EXPECT_FALSE(explained.candidates.empty());
  const Explanation known = engine_->explain(facts[0]);
  EXPECT_FALSE(known.decision.over_limit) << "that one is answered from the log";
}

TEST_F(Limits, OneThatMakesNoSenseIsRefused) {
  engine_.reset();
  EngineOptions options = fixed_options();
  options.limits.max_memories = -1;
  EXPECT_THROW(Engine::open(directory_.path(), options), Error);
}

}  // namespace
}  // namespace memfold
