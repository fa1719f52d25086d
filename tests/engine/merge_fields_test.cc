// Field strategies of UPDATE and MERGE: every option of every field, and where it is said.
#include "amend_fixture.h"
#include "engine/fold/versions.h"

namespace memfold::test {
namespace {

class MergeFields : public Amend {
 protected:
  Fact fact(const std::string& content, Contents keywords, double importance) {
    now_.micros += kMicrosPerDay;
    Fact fact;
    fact.user = "mina";
    fact.content = content;
    fact.keywords = std::move(keywords);
    fact.importance = importance;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.stated_at = now_;
    return fact;
  }
  /// A memory and a fact that replaces it or is merged into it, the second under `decide`.
  Memory after(Verdict verdict, const std::optional<DecideOptions>& decide = {}) {
    const std::string round = std::to_string(++round_);
    const Fact first = fact("예산은 " + round + "000만원입니다.", {"budget", "q1"}, 0.9);
    const Fact second = fact("예산은 " + round + "500만원입니다.", {"q1", "raise"}, 0.4);
    analyst_->verdict = Verdict::Unrelated;
    engine_->fold({&first, 1});
    analyst_->verdict = verdict;
    const Decision decision = engine_->fold({&second, 1}, {.decide = decide}).at(0);
    EXPECT_EQ(decision.kind, DecisionKind::Update) << decision.reason;
    const Memory memory = engine_->get("mina", decision.memory_id).value();
    engine_->forget({.user = "mina", .everything = true});
    return memory;
  }

  int round_ = 0;
};

TEST_F(MergeFields, ByDefaultAnUpdateReplacesContentMergesKeywordsAndKeepsTheHigherImportance) {
  const Memory memory = after(Verdict::Update);
  EXPECT_EQ(memory.content, "예산은 1500만원입니다.");
  EXPECT_EQ(memory.keywords, (Contents{"budget", "q1", "raise"}));
  EXPECT_EQ(memory.importance, 0.9);
}

TEST_F(MergeFields, ByDefaultAMergeCombinesContentMergesKeywordsAndKeepsTheHigherImportance) {
  const Memory memory = after(Verdict::Merge);
  EXPECT_THAT(memory.content, testing::AllOf(HasSubstr("1000만원"), HasSubstr("1500만원")));
  EXPECT_EQ(memory.keywords, (Contents{"budget", "q1", "raise"}));
  EXPECT_EQ(memory.importance, 0.9);
}

TEST_F(MergeFields, ContentOfAnUpdateIsReplacedAppendedOrKept) {
  const struct {
    ContentStrategy strategy;
    const char* content;
  } rows[] = {{ContentStrategy::Replace, "예산은 1500만원입니다."},
              {ContentStrategy::Append, "예산은 2000만원입니다.\n예산은 2500만원입니다."},
              {ContentStrategy::KeepExisting, "예산은 3000만원입니다."}};
  for (const auto& row : rows) {
    DecideOptions options;
    options.content = row.strategy;
    EXPECT_EQ(after(Verdict::Update, options).content, row.content) << name(row.strategy);
  }
}

TEST_F(MergeFields, KeywordsAreReplacedMergedOrKeptByUpdateAndMerge) {
  const struct {
    KeywordStrategy strategy;
    Contents keywords;
  } rows[] = {{KeywordStrategy::Replace, {"q1", "raise"}},
              {KeywordStrategy::Merge, {"budget", "q1", "raise"}},
              {KeywordStrategy::KeepExisting, {"budget", "q1"}}};
  for (const auto& row : rows) {
    DecideOptions options;
    options.keywords = row.strategy;
    for (const Verdict verdict : {Verdict::Update, Verdict::Merge}) {
      EXPECT_EQ(after(verdict, options).keywords, row.keywords)
          << name(row.strategy) << " by " << name(verdict);
    }
  }
}

TEST_F(MergeFields, ImportanceIsReplacedRaisedOrKeptByUpdateAndMerge) {
  for (const Verdict verdict : {Verdict::Update, Verdict::Merge}) {
    DecideOptions options;
    options.importance = ImportanceStrategy::Replace;
    EXPECT_EQ(after(verdict, options).importance, 0.4) << name(verdict);
    options.importance = ImportanceStrategy::Max;
    EXPECT_EQ(after(verdict, options).importance, 0.9) << name(verdict);
    options.importance = ImportanceStrategy::KeepExisting;
    EXPECT_EQ(after(verdict, options).importance, 0.9) << name(verdict);
  }
}

/// The next version after a fact that names neither category nor policy.
Memory next_of(const Memory& target, const Memory& draft, const DecideOptions& options, Time now) {
  return superseding(target, draft, {.content = draft.content}, {}, options, {}, now);
}

TEST(MergeFieldsOf, AMoreImportantFactRaisesUnlessTheExistingIsKept) {
  Memory memory, draft;
  memory.importance = 0.4;
  draft.importance = 0.9;
  DecideOptions options;
  EXPECT_EQ(next_of(memory, draft, options, Time{1}).importance, 0.9);
  EXPECT_EQ(merged(memory, draft, "both", options, Time{1}).importance, 0.9);
  options.importance = ImportanceStrategy::KeepExisting;
  EXPECT_EQ(next_of(memory, draft, options, Time{1}).importance, 0.4);
  EXPECT_EQ(merged(memory, draft, "both", options, Time{1}).importance, 0.4);
}

TEST_F(MergeFields, StrategiesOfTheEngineHoldForEveryCallThatSaysNothingElse) {
  DecideOptions options;
  options.content = ContentStrategy::KeepExisting;
  reopen(options);
  EXPECT_EQ(after(Verdict::Update).content, "예산은 1000만원입니다.");
  EXPECT_EQ(after(Verdict::Update, DecideOptions{}).content, "예산은 2500만원입니다.")
      << "for one call";
  EXPECT_EQ(after(Verdict::Update).content, "예산은 3000만원입니다.");
}

TEST_F(MergeFields, WhatAStrategyKeptIsWhatIsEmbeddedAndFound) {
  DecideOptions options;
  options.content = ContentStrategy::KeepExisting;
  options.update_floor = 0;
  reopen(options);
  const Fact first = fact("예산은 5000만원입니다.", {}, 0.5);
  const Fact second = fact("마케팅팀이 예산을 관리합니다.", {}, 0.5);
  engine_->fold({&first, 1});
  ASSERT_EQ(engine_->fold({&second, 1}).at(0).operation, Operation::Supersede);
  Fact probe;
  probe.user = "mina";
  probe.content = "예산은 5000만원입니다.";
  const auto candidates = engine_->explain(probe).candidates;
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_NEAR(candidates[0].score.cosine, 1.0, 1e-3);
}

}  // namespace
}  // namespace memfold::test
