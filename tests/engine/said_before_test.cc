// Statements that are made again: news once they were replaced (P5), a retry otherwise (P4).
#include "engine/fold/said_before.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "core/temporary_directory.h"
#include "memfold/engine.h"
#include "memfold/models.h"

namespace memfold {
namespace {

using testing::HasSubstr;
using Contents = std::vector<std::string>;

const Contents kFare = {"티켓 가격은 2만원입니다", "티켓 가격은 3만원입니다",
                        "티켓 가격은 4만원입니다"};
const Contents kPrice = {"The ticket price is $20", "The ticket price is $30",
                         "The ticket price is $40"};

class SaidBeforeTest : public testing::TestWithParam<Contents> {
 protected:
  SaidBeforeTest() { open(); }
  void open() {
    engine_.reset();
    engine_.emplace(Engine::open(directory_.path() + "/" + std::to_string(++stores_),
                                 {.models = builtin_models()}));
  }
  static Fact fact(const std::string& content) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    return fact;
  }
  std::vector<Decision> fold(const std::vector<int>& said, FoldOptions options = {}) {
    std::vector<Fact> facts;
    for (const int i : said) facts.push_back(fact(GetParam()[std::size_t(i)]));
    return engine_->fold(facts, options);
  }
  Contents current() {
    Contents contents;
    for (const Hit& hit :
         engine_->recall({.user = "mina", .text = GetParam()[0], .count_use = false})) {
      contents.push_back(hit.memory.content);
    }
    return contents;
  }
  const std::string& text(std::size_t i) const { return GetParam()[i]; }

  const TemporaryDirectory directory_;
  int stores_ = 0;
  std::optional<Engine> engine_;
};

TEST_P(SaidBeforeTest, P5_AReturnToAnOldValueIsNewsInOneCallOrInThree) {
  const std::vector<Decision> told = fold({0, 1, 0});
  ASSERT_EQ(told[1].operation, Operation::Supersede) << told[1].reason;
  EXPECT_FALSE(told[2].already_folded);
  EXPECT_EQ(told[2].operation, Operation::Supersede) << told[2].reason;
  EXPECT_THAT(told[2].reason, HasSubstr("folded before as #1 and replaced since"));
  EXPECT_EQ(current(), Contents{text(0)});
  const std::string digest = engine_->admin().digest();
  open();
  for (const int i : {0, 1, 0}) fold({i});
  EXPECT_EQ(current(), Contents{text(0)});
  EXPECT_EQ(engine_->log({.user = "mina"}).entries.size(), 3u);
}

TEST_P(SaidBeforeTest, P4_TheSameCallAgainChangesNothing) {
  for (const std::vector<int>& said :
       {std::vector<int>{0, 1}, {0, 1, 0}, {0, 1, 0, 1}, {0, 1, 2, 1, 0}, {0, 0, 1, 1}}) {
    open();
    fold(said);
    const std::string digest = engine_->admin().digest();
    for (const Decision& again : fold(said)) {
      EXPECT_TRUE(again.already_folded) << testing::PrintToString(said) << again.reason;
    }
    EXPECT_EQ(engine_->admin().digest(), digest) << testing::PrintToString(said);
  }
}

TEST_P(SaidBeforeTest, WhereNobodyCanKnowTheLaterStatementCountsAndTheAnswerSaysSo) {
  fold({0});
  fold({1});
  const Decision again = fold({0}).front();
  EXPECT_FALSE(again.already_folded);
  EXPECT_THAT(again.reason, HasSubstr("so it counts anew"));
  EXPECT_EQ(current(), Contents{text(0)});
  const Decision repeated = fold({0}).front();
  EXPECT_TRUE(repeated.already_folded) << "nothing replaced it since";
}

TEST_P(SaidBeforeTest, P4_WhoSaysThatItIsARetryIsAnsweredFromTheLog) {
  fold({0});
  fold({1});
  const std::string digest = engine_->admin().digest();
  const Decision again = fold({0}, {.retry = true}).front();
  EXPECT_TRUE(again.already_folded);
  EXPECT_EQ(again.sequence, 1u);
  EXPECT_THAT(again.reason, HasSubstr("folded before as #1 and replaced since by"));
  EXPECT_EQ(engine_->admin().digest(), digest);
  // What of such a call is not known yet was not folded before.
  const std::vector<Decision> rest = fold({0, 1, 0}, {.retry = true});
  EXPECT_TRUE(rest[1].already_folded);
  EXPECT_FALSE(rest[2].already_folded) << rest[2].reason;
  EXPECT_EQ(current(), Contents{text(0)});
}

TEST_P(SaidBeforeTest, P4_KeysSourcesAndTimesTellARetry) {
  const auto with = [&](auto change) {
    open();
    Fact first = fact(text(0)), second = fact(text(1));
    change(first, 1);
    change(second, 2);
    engine_->fold({&first, 1});
    engine_->fold({&second, 1});
    EXPECT_EQ(current(), Contents{text(1)});
    const Decision again = engine_->fold({&first, 1}).front();
    EXPECT_TRUE(again.already_folded) << again.reason;
    EXPECT_EQ(current(), Contents{text(1)});
    change(first, 3);
    EXPECT_FALSE(engine_->fold({&first, 1}).front().already_folded) << "said another time";
  };
  with([](Fact& fact, int n) { fact.idempotency_key = "k" + std::to_string(n); });
  with([](Fact& fact, int n) { fact.source_id = "note-" + std::to_string(n); });
  with([](Fact& fact, int n) { fact.stated_at = Time{n * 1'000'000'000LL}; });
  with([](Fact& fact, int n) { fact.occurred_at = Time{n * 1'000'000'000LL}; });
}

TEST_P(SaidBeforeTest, P1_WhereACallIsCutIntoBatchesDoesNotShow) {
  std::mt19937 random(3);
  for (int round = 0; round < 6; ++round) {
    std::vector<int> said(12);
    for (int& each : said) each = int(random() % 3);
    std::optional<std::vector<std::string>> reasons;
    for (const int batch : {1, 2, 5, 512}) {
      open();
      std::vector<std::string> these;
      for (const Decision& decision : fold(said, {.batch = batch})) {
        these.push_back(std::string(name(decision.operation)) + " " + decision.reason);
      }
      if (!reasons) reasons = these;
      EXPECT_EQ(these, *reasons) << testing::PrintToString(said) << " by " << batch;
      EXPECT_EQ(current(), Contents{text(std::size_t(said.back()))});
      EXPECT_TRUE(engine_->admin().verify().problems.empty());
    }
  }
}

TEST_P(SaidBeforeTest, ExplainAndADryRunSayTheSame) {
  fold({0});
  fold({1});
  const Explanation explained = engine_->explain(fact(text(0)));
  EXPECT_FALSE(explained.decision.already_folded);
  const Decision dry = fold({0}, {.dry_run = true}).front();
  const Decision made = fold({0}).front();
  EXPECT_EQ(dry.operation, made.operation);
  EXPECT_EQ(explained.decision.operation, made.operation);
  EXPECT_EQ(explained.decision.memory_id, made.memory_id);
  EXPECT_EQ(explained.decision.reason, made.reason);
  EXPECT_EQ(dry.reason, made.reason);
  EXPECT_TRUE(engine_->explain(fact(text(0))).decision.already_folded);
}

TEST_P(SaidBeforeTest, WhatWasForgottenIsNotSaidAgain) {
  const Decision first = fold({0}).front();
  fold({1});
  engine_->forget({.user = "mina", .ids = {first.memory_id}});
  EXPECT_TRUE(fold({0}).front().already_folded);
  EXPECT_EQ(current(), Contents{});
}

INSTANTIATE_TEST_SUITE_P(KoreanAndEnglish, SaidBeforeTest, testing::Values(kFare, kPrice));

// A statement that comes and goes is looked up in steps that grow with the logarithm.
TEST(SaidBefore, FindsTheLastOfManyTimesInFewSteps) {
  constexpr std::uint32_t kTimes = 1000;
  Fact fact;
  fact.user = "mina";
  fact.content = "The printer is out of order";
  PreparedFact prepared;
  prepared.memory.user = "mina";
  prepared.idempotency_key = "key";
  prepared.fact_id = derive_id("mina", "key");
  std::vector<Id> known;
  for (std::uint32_t n = 1; n <= kTimes; ++n) known.push_back(nth_fact_id(prepared, n));
  int steps = 0;
  const Past past{[&](const Id& id) {
                    ++steps;
                    return std::find(known.begin(), known.end(), id) != known.end();
                  },
                  [](const Id&) { return std::nullopt; }, [](const Id&) { return std::nullopt; },
                  [](const Id&) { return false; }};
  const SaidBefore before = said_before(fact, prepared, past);
  EXPECT_EQ(before.times, kTimes);
  EXPECT_EQ(before.last, known.back());
  EXPECT_LT(steps, 25);
}

}  // namespace
}  // namespace memfold
