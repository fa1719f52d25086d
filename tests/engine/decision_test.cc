// What a Decision tells its caller: field by field, the same by explain, and in every status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "engine/fold/decide.h"
#include "tests/property/fact_stream.h"

namespace memfold::test {
namespace {

using testing::HasSubstr;

/// The built-in models; a budget is raised, and something else is said.
class DecisionOf : public testing::Test {
 protected:
  DecisionOf() : engine_(Engine::open(directory_.path(), fixed_options())) {
    first_ = fold(fact("Q1 마케팅 캠페인 예산은 5000만원", "2026-01-05"));
  }
  static Fact fact(std::string content, const char* when) {
    Fact fact;
    fact.user = "mina";
    fact.content = std::move(content);
    fact.source_id = std::string("mail-") + when;
    fact.thread_id = "t1";
    fact.subject = "Q1 마케팅 캠페인 예산";
    fact.people = {"jiyeon@hanbit.example", "minsu@hanbit.example"};
    fact.entities = {"Q1"};
    fact.occurred_at = parse_time(when);
    return fact;
  }
  Decision fold(const Fact& fact, const FoldOptions& options = {}) {
    return engine_.fold({&fact, 1}, options).at(0);
  }
  static Fact raise() { return fact("Q1 마케팅 캠페인 예산이 6000만원으로 증액", "2026-01-12"); }

  StoreDirectory directory_;
  Engine engine_;
  Decision first_;
};

TEST_F(DecisionOf, AnUpdateSaysWhatItActedOnAndWhatItLedTo) {
  const Decision d = fold(raise());
  EXPECT_EQ(d.kind, DecisionKind::Update);
  EXPECT_EQ(d.operation, Operation::Supersede);
  EXPECT_EQ(d.target_id, first_.memory_id);
  EXPECT_NE(d.memory_id, first_.memory_id);
  EXPECT_EQ(engine_.get("mina", d.memory_id).value().previous_version_id, d.target_id);
  EXPECT_EQ(d.status, Status::Success);
  EXPECT_EQ(d.band, band_of(d.score.total, {}));
  EXPECT_EQ(d.verdict, Verdict::Update);
  EXPECT_GT(d.confidence, 0.8);
  EXPECT_LE(d.confidence, 1.0);
}

TEST_F(DecisionOf, TheScoreComesWithTheValueAndTheWeightOfEachFactor) {
  Fact asked = raise();
  asked.people = {"jiyeon@hanbit.example"};
  asked.entities.clear();
  const Score score = fold(asked).score;
  EXPECT_EQ(score.factors[std::size_t(Factor::People)], 0.5);
  EXPECT_EQ(score.factors[std::size_t(Factor::Thread)], 1.0);
  EXPECT_EQ(score.factors[std::size_t(Factor::Subject)], 1.0);
  EXPECT_EQ(score.present, (std::array<bool, kFactorCount>{true, true, true, true, false}));
  double sum = 0, total = 0;
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    sum += score.weights[i];
    total += score.weights[i] * score.factors[i];
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_NEAR(score.total, total, 1e-9);
  EXPECT_EQ(score.weights[std::size_t(Factor::Entities)], 0.0);
}

TEST_F(DecisionOf, PropertyChangesAndReasonNameTheFiguresThatMattered) {
  const Decision d = fold(raise());
  ASSERT_EQ(d.property_changes.size(), 1u);
  EXPECT_EQ(d.property_changes[0].property, "money");
  EXPECT_EQ(d.property_changes[0].old_value, "KRW 50000000");
  EXPECT_EQ(d.property_changes[0].new_value, "KRW 60000000");
  EXPECT_THAT(d.reason, HasSubstr("it gives a new value, 0."));
  EXPECT_THAT(d.reason, HasSubstr("KRW 50000000 -> KRW 60000000"));
  EXPECT_EQ(d.reason.find('\n'), std::string::npos) << "one line";
}

TEST_F(DecisionOf, ALinkNamesItsTypeAndWhatItLeadsTo) {
  const Decision raised = fold(raise());
  const Decision d =
      fold(fact("Q1 마케팅 캠페인 예산 증액에 따라 초청 인원을 80명으로 늘립니다", "2026-01-13"));
  ASSERT_EQ(d.kind, DecisionKind::Create) << d.reason;
  EXPECT_EQ(d.related_ids, std::vector<Id>{raised.memory_id});
  ASSERT_TRUE(d.relationship_type);
  EXPECT_EQ(engine_.edges_from("mina", d.memory_id).at(0).type, d.relationship_type);
}

TEST_F(DecisionOf, RivalsAreTheNextCandidatesWithWhyTheyLost) {
  for (int i = 1; i <= 4; ++i) {
    Fact other = fact("점심 메뉴 " + std::to_string(i) + "번은 김치찌개", "2026-01-06");
    other.subject = "점심 " + std::to_string(i);
    other.thread_id = "t" + std::to_string(i + 1);
    other.people = {"hyun@hanbit.example"};
    other.entities = {"점심" + std::to_string(i)};
    fold(other);
  }
  const Decision d = fold(raise());
  ASSERT_EQ(d.target_id, first_.memory_id) << d.reason;
  ASSERT_EQ(d.rivals.size(), 3u);
  for (std::size_t i = 0; i < d.rivals.size(); ++i) {
    EXPECT_NE(d.rivals[i].memory_id, first_.memory_id);
    EXPECT_LE(d.rivals[i].score, i == 0 ? d.score.total : d.rivals[i - 1].score) << "best first";
    EXPECT_EQ(d.rivals[i].why, i < 2 ? "unrelated" : "not compared: others were nearer");
  }
}

TEST_F(DecisionOf, StatusIsSuccessSkippedDryRunOrError) {
  EXPECT_EQ(first_.status, Status::Success);
  EXPECT_EQ(fold(fact("Q1 마케팅 캠페인 예산은 5000만원.", "2026-01-06")).status, Status::Skipped);
  EXPECT_EQ(fold(raise(), {.dry_run = true}).status, Status::DryRun);
  Fact bad = raise();
  bad.content = "\xFF";
  const Decision error = fold(bad);
  EXPECT_EQ(error.status, Status::Error);
  EXPECT_THAT(error.reason, HasSubstr(error.error));
  EXPECT_FALSE(error.error.empty());
}

TEST_F(DecisionOf, ProcessingTimeIsTheTimeItTook) {
  class Slow final : public Analyst {
   public:
    std::string name() const override { return "slow@1"; }
    Analysis compare(const Statement&, const Statement&) const override {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      return {};
    }
  };
  EngineOptions options = fixed_options();
  options.models.analyst = std::make_shared<Slow>();
  const StoreDirectory directory;
  Engine engine = Engine::open(directory.path(), options);
  const std::vector<Fact> facts = {fact("Q1 마케팅 캠페인 예산은 5000만원", "2026-01-05"), raise()};
  const Decision d = engine.fold(facts).at(1);
  ASSERT_EQ(d.analyses, 1u);
  EXPECT_GE(d.processing_time_us, 3000);
  EXPECT_EQ(engine.log({.user = "mina", .limit = 1}).entries.at(0).processing_time_us,
            d.processing_time_us);
}

TEST_F(DecisionOf, ExplainGivesTheSameFieldsAndWritesNothing) {
  const Fact facts[] = {
      raise(), fact("Q1 마케팅 캠페인 예산은 5000만원.", "2026-01-12"),
      fact("점심은 김치찌개를 먹었습니다", "2026-01-12"),
      fact("Q1 마케팅 캠페인 예산 증액에 따라 초청 인원을 80명으로 늘립니다", "2026-01-13")};
  for (const Fact& asked : facts) {
    const std::string digest = engine_.admin().digest();
    const Decision told = engine_.explain(asked).decision;
    EXPECT_EQ(engine_.admin().digest(), digest);
    EXPECT_EQ(told.status, Status::DryRun);
    const Decision done = fold(asked);
    EXPECT_EQ(told.kind, done.kind);
    EXPECT_EQ(told.operation, done.operation);
    EXPECT_EQ(told.target_id, done.target_id);
    EXPECT_EQ(told.related_ids, done.related_ids);
    EXPECT_EQ(told.relationship_type, done.relationship_type);
    EXPECT_EQ(told.score, done.score);
    EXPECT_EQ(told.band, done.band);
    EXPECT_EQ(told.verdict, done.verdict);
    EXPECT_EQ(told.confidence, done.confidence);
    EXPECT_EQ(told.property_changes, done.property_changes);
    EXPECT_EQ(told.reason, done.reason);
    EXPECT_EQ(told.rivals, done.rivals);
    EXPECT_EQ(told.analyses, done.analyses);
    EXPECT_EQ(told.content_hash, done.content_hash);
    EXPECT_EQ(told.memory_id, done.memory_id);
    EXPECT_EQ(told.state, done.state);
    EXPECT_FALSE(told.already_folded);
    EXPECT_TRUE(engine_.explain(asked).decision.already_folded);
  }
}

TEST_F(DecisionOf, ExplainListsEveryCandidateThatWasConsidered) {
  for (int i = 0; i < 6; ++i) {
    Fact other = fact("안건 " + std::to_string(i) + ": 사무실 이전", "2026-01-06");
    other.subject = "사무실 이전";
    other.thread_id = "office";
    fold(other);
  }
  const Explanation explanation = engine_.explain(raise());
  std::set<Id> considered;
  for (std::size_t i = 0; i < explanation.candidates.size(); ++i) {
    const Candidate& candidate = explanation.candidates[i];
    considered.insert(candidate.memory_id);
    EXPECT_EQ(candidate.content, engine_.get("mina", candidate.memory_id).value().content);
    if (i > 0) {
      EXPECT_LE(candidate.score.total, explanation.candidates[i - 1].score.total);
    }
  }
  EXPECT_EQ(considered.size(), engine_.stats("mina").current_memories);
  EXPECT_EQ(explanation.candidates[0].memory_id, first_.memory_id);
  EXPECT_TRUE(explanation.candidates[0].analysis) << "with what the Analyst said";
}

TEST_F(DecisionOf, TheStateReachedIsInItsLogEntry) {
  const Decision done[] = {first_, fold(raise()),
                           fold(fact("Q1 마케팅 캠페인 예산은 6000만원으로 증액", "2026-01-13"))};
  ASSERT_EQ(done[2].kind, DecisionKind::Skip) << done[2].reason;
  const auto entries = engine_.log({.user = "mina", .newest_first = false}).entries;
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].state, FoldState::Committed);
  EXPECT_EQ(entries[1].state, FoldState::Committed);
  EXPECT_EQ(entries[2].state, FoldState::Skipped);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(entries[i].state, done[i].state);
}

/// Options to decide the log anew by.
class WhatIf : public DecisionOf {
 protected:
  ReplayReport replay(const DecideOptions& options) {
    const std::string digest = engine_.admin().digest();
    ReplayReport report = engine_.admin().replay({.user = "mina", .decide = options});
    EXPECT_EQ(engine_.admin().digest(), digest) << "nothing is written";
    return report;
  }
};

TEST_F(WhatIf, OtherThresholdsWeightsOrModesShowWhatWouldChange) {
  ASSERT_EQ(fold(raise()).kind, DecisionKind::Update);
  EXPECT_TRUE(replay({}).changes.empty());
  DecideOptions caution;
  caution.cost.wrong_replacement = 1000;
  DecideOptions weights;
  weights.judge = false;
  // Content counts for nothing, nothing else is alike enough.
  weights.default_weights = weights.update_weights = weights.link_weights = {0, 1, 0, 0, 0};
  DecideOptions mode;
  mode.mode = Mode::Fast;
  mode.update_from = mode.duplicate_from = 1;
  for (const DecideOptions& options : {caution, mode}) {
    const ReplayReport report = replay(options);
    ASSERT_EQ(report.changes.size(), 1u);
    EXPECT_EQ(report.changes[0].kind_before, DecisionKind::Update);
    EXPECT_EQ(report.changes[0].kind_after, DecisionKind::Create);
    EXPECT_EQ(report.by_kind_after[std::size_t(DecisionKind::Create)], 2u);
  }
  Fact stranger = fact("Q1 마케팅 캠페인 예산이 7000만원으로 증액", "2026-01-19");
  stranger.people = {"hyun@hanbit.example"};
  ASSERT_EQ(fold(stranger).kind, DecisionKind::Update);
  const ReplayReport report = replay(weights);
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_EQ(report.changes[0].content, stranger.content);
  EXPECT_EQ(report.changes[0].kind_after, DecisionKind::Create);
  EXPECT_EQ(report.changes[0].score_after, 0.0);
}

}  // namespace
}  // namespace memfold::test
