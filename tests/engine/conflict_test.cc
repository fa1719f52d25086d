// Who wins when a fact contradicts a memory: trust first, then what was said later.
#include "amend_fixture.h"

namespace memfold::test {
namespace {

constexpr SourceType kMostTrustedFirst[] = {SourceType::UserInput, SourceType::Bootstrapped,
                                            SourceType::ToolOutput, SourceType::Realtime};

class Conflict : public Amend {
 protected:
  Fact fact(const std::string& content, SourceType source, const char* occurred) {
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.source_type = source;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.occurred_at = parse_time(occurred);
    return fact;
  }
  Decision fold(const Fact& fact, const FoldOptions& options = {}) {
    return engine_->fold({&fact, 1}, options).at(0);
  }
  /// A memory of the one source contradicted by a newer fact of the other, in an empty store.
  Decision contradict(SourceType memory, SourceType by, const FoldOptions& options = {}) {
    engine_->forget({.user = "mina", .everything = true}, {.erasure = Erasure::Hard});
    const std::string round = std::to_string(++round_);
    first_ = fold(fact("예산은 " + round + "000만원입니다", memory, "2026-01-05"));
    return fold(fact("예산은 " + round + "500만원입니다", by, "2026-01-12"), options);
  }
  void begin() { fold(fact("점심은 김치찌개입니다", SourceType::Realtime, "2025-01-01")); }

  int round_ = 0;
  Decision first_;
};

TEST_F(Conflict, UserInputBeforeBootstrappedBeforeToolOutputBeforeRealtime) {
  begin();
  for (const SourceType memory : kMostTrustedFirst) {
    for (const SourceType by : kMostTrustedFirst) {
      const Decision decision = contradict(memory, by);
      const bool lost = by > memory;
      EXPECT_EQ(decision.kind, lost ? DecisionKind::Skip : DecisionKind::Update)
          << name(by) << " against " << name(memory) << ": " << decision.reason;
      EXPECT_EQ(engine_->get("mina", first_.memory_id).value().is_current(), lost);
      EXPECT_EQ(decision.reason.find("does not replace") != std::string::npos, lost);
    }
  }
}

TEST_F(Conflict, LowerPriorityDoesNotMergeEither) {
  begin();
  analyst_->verdict = Verdict::Merge;
  EXPECT_EQ(contradict(SourceType::UserInput, SourceType::Realtime).operation, Operation::Noop);
  EXPECT_EQ(contradict(SourceType::Realtime, SourceType::UserInput).operation, Operation::Merge);
}

TEST_F(Conflict, SamePriorityTheNewerOccurredAtWins) {
  fold(fact("예산은 5000만원입니다", SourceType::Realtime, "2026-01-05"));
  const Decision newer = fold(fact("예산은 7000만원입니다", SourceType::Realtime, "2026-01-12"));
  EXPECT_FALSE(newer.backdated);
  EXPECT_EQ(current(newer.memory_id), "예산은 7000만원입니다");
  const Decision older = fold(fact("예산은 6000만원입니다", SourceType::Realtime, "2026-01-08"));
  EXPECT_TRUE(older.backdated);
  EXPECT_EQ(current(newer.memory_id), "예산은 7000만원입니다");
}

TEST_F(Conflict, WhatWasSaidLaterWinsThoughItHappensEarlier) {
  Fact first = fact("킥오프는 1월 22일입니다", SourceType::Realtime, "2026-01-22");
  first.stated_at = parse_time("2026-01-05");
  fold(first);
  Fact moved = fact("킥오프는 1월 20일입니다", SourceType::Realtime, "2026-01-20");
  moved.stated_at = parse_time("2026-01-12");
  const Decision decision = fold(moved);
  EXPECT_FALSE(decision.backdated) << decision.reason;
  EXPECT_EQ(current(decision.memory_id), "킥오프는 1월 20일입니다");
}

TEST_F(Conflict, PriorityIsIgnoredWhereTheEngineSaysSo) {
  DecideOptions options;
  options.respect_source_priority = false;
  reopen(options);
  begin();
  const Decision decision = contradict(SourceType::UserInput, SourceType::Realtime);
  EXPECT_EQ(decision.operation, Operation::Supersede) << decision.reason;
}

TEST_F(Conflict, PriorityIsIgnoredWhereTheCallSaysSo) {
  begin();
  FoldOptions call;
  call.decide = engine_->options().decide;
  call.decide->respect_source_priority = false;
  EXPECT_EQ(contradict(SourceType::UserInput, SourceType::Realtime, call).operation,
            Operation::Supersede);
  EXPECT_EQ(contradict(SourceType::UserInput, SourceType::Realtime).operation, Operation::Noop)
      << "the next call respects it again";
}

TEST_F(Conflict, WithoutPriorityTheOlderOfTwoIsLateWhoeverSaidIt) {
  DecideOptions options;
  options.respect_source_priority = false;
  reopen(options);
  fold(fact("예산은 5000만원입니다", SourceType::Realtime, "2026-01-12"));
  const Decision older = fold(fact("예산은 6000만원입니다", SourceType::UserInput, "2026-01-05"));
  EXPECT_TRUE(older.backdated);
  EXPECT_EQ(current(older.memory_id), "예산은 5000만원입니다");
}

}  // namespace
}  // namespace memfold::test
