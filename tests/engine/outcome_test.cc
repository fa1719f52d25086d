// The decision of least expected cost.
#include "engine/fold/outcome.h"

#include <gtest/gtest.h>

#include "scripted.h"

namespace memfold {
namespace {

using namespace test;

Judgement likely(double apart, double duplicate, double merge, double update) {
  return {{apart, duplicate, merge, update}, {}};
}

TEST(Outcome, WhatIsSureIsDone) {
  const DecisionCosts costs;
  EXPECT_FALSE(best_choice(std::array{likely(1, 0, 0, 0)}, costs));
  EXPECT_EQ(best_choice(std::array{likely(0, 1, 0, 0)}, costs)->outcome, Outcome::Duplicate);
  EXPECT_EQ(best_choice(std::array{likely(0, 0, 1, 0)}, costs)->outcome, Outcome::Merge);
  EXPECT_EQ(best_choice(std::array{likely(0, 0, 0, 1)}, costs)->outcome, Outcome::Update);
}

TEST(Outcome, CautionIsOneKnob) {
  const auto unsure = std::array{likely(0.35, 0, 0, 0.65)};
  DecisionCosts costs;
  costs.wrong_replacement = 1;
  EXPECT_TRUE(best_choice(unsure, costs));
  costs.wrong_replacement = 2;
  EXPECT_FALSE(best_choice(unsure, costs)) << "two in three are not enough at this price";
}

TEST(Outcome, TheBestCandidateIsActedOnOfEqualsTheFirst) {
  const auto choice =
      best_choice(std::array{likely(0.4, 0, 0, 0.6), likely(0, 0, 0, 1), likely(0, 0, 0, 1)}, {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->candidate, 1u);
}

class Judged : public testing::Test {
 protected:
  Plan plan_for(std::vector<Judgement> judgements, DecideOptions options = {}) {
    options.judge = true;
    script_.judgements = std::move(judgements);
    std::vector<ScoredCandidate> candidates = scores({0.6, 0.55, 0.3});
    candidates.resize(script_.judgements.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
      script_.analyses[i] = verdict(Verdict::Link);
    return decide(said(kNow), candidates, script_, options);
  }
  Scripted script_;
};

TEST_F(Judged, ALowScoreIsNoBarToAnUpdate) {
  const Plan plan = plan_for({likely(1, 0, 0, 0), likely(1, 0, 0, 0), likely(0.02, 0, 0, 0.98)});
  EXPECT_EQ(plan.operation, Operation::Supersede);
  EXPECT_EQ(plan.target, 2u);
  EXPECT_EQ(plan.verdict, Verdict::Update);
  EXPECT_DOUBLE_EQ(plan.confidence, 0.98);
  EXPECT_EQ(script_.asked, 3) << "all are compared";
}

TEST_F(Judged, P6_ADifferingValueIsNeverSkippedHoweverLikely) {
  script_.differing[0] = {{"money", "5", "6", ChangeKind::ValueChange, {}, {}}};
  EXPECT_NE(plan_for({likely(0.001, 0.999, 0, 0)}).kind, DecisionKind::Skip);
  script_.differing[0] = {{"date", "", "--05-09", ChangeKind::Addition, {}, {}}};
  EXPECT_EQ(plan_for({likely(0.001, 0.999, 0, 0)}).operation, Operation::Add);
}

TEST_F(Judged, P6_NothingIsSkippedWithoutTheGuardHoweverCheap) {
  DecideOptions options;
  options.cost.wrong_skip = 0;
  script_.differing[0] = {{"money", "5", "6", ChangeKind::ValueChange, {}, {}}};
  EXPECT_NE(plan_for({likely(0.95, 0.05, 0, 0)}, options).kind, DecisionKind::Skip);
  EXPECT_EQ(script_.guarded, 1);
}

TEST_F(Judged, OtherWordsForTheSameAreSkipped) {
  script_.differing[0] = {{"words", "", "maximum", ChangeKind::Addition, {}, {}},
                          {"date", "--05-09", "", ChangeKind::Removal, {}, {}}};
  EXPECT_EQ(plan_for({likely(0.05, 0.95, 0, 0)}).kind, DecisionKind::Skip);
}

Judgement in_other_words(double duplicate) {
  Judgement judgement = likely(1 - duplicate, duplicate, 0, 0);
  judgement.words_shared = 0.3;
  return judgement;
}

TEST_F(Judged, WhatLooksDifferentInOtherWordsCountsUnlessTheySurelySayTheSame) {
  for (const PropertyChange& change :
       {PropertyChange{"negation", "", "not", ChangeKind::Addition, {}, {}},
        PropertyChange{"negation", "not", "", ChangeKind::Removal, {}, {}},
        PropertyChange{"date", "--12-05", "12/5", ChangeKind::ValueChange, {}, {}}}) {
    script_.differing[0] = {change};
    EXPECT_NE(plan_for({in_other_words(0.75)}).kind, DecisionKind::Skip) << change.property;
    EXPECT_EQ(plan_for({in_other_words(0.9)}).kind, DecisionKind::Skip) << change.property;
    EXPECT_NE(plan_for({likely(0.1, 0.9, 0, 0)}).kind, DecisionKind::Skip) << "told alike";
  }
  script_.differing[0] = {{"money", "5", "6", ChangeKind::ValueChange, {}, {}}};
  EXPECT_NE(plan_for({in_other_words(0.99)}).kind, DecisionKind::Skip) << "read for certain";
}

TEST_F(Judged, APersonIsAskedWhereTheBestDecisionMayWellBeWrong) {
  DecideOptions options;
  options.cost.review = 0.3;
  EXPECT_FALSE(plan_for({likely(0.95, 0, 0, 0.05)}, options).review);
  for (const Judgement& doubtful : {likely(0.65, 0, 0, 0.35), likely(0.35, 0, 0, 0.65)}) {
    options.in_doubt = DoubtPolicy::Link;
    const Plan plan = plan_for({doubtful}, options);
    EXPECT_TRUE(plan.review);
    EXPECT_EQ(plan.operation, Operation::Add) << "linked meanwhile";
    EXPECT_EQ(plan.verdict, Verdict::Update) << "what accepting it does";
    options.in_doubt = DoubtPolicy::Hold;
    EXPECT_EQ(plan_for({doubtful}, options).kind, DecisionKind::Skip);
  }
}

TEST_F(Judged, WhatSaysNothingElseIsNoNewValue) {
  EXPECT_EQ(plan_for({likely(0.1, 0.45, 0.1, 0.35)}).kind, DecisionKind::Skip);
}

TEST_F(Judged, WhatWasSaidEarlierIsHistoryThoughALessTrustedSourceSaidIt) {
  script_.provenances[0] = {SourceType::UserInput, kLater};
  const Plan late = plan_for({likely(0, 0, 0, 1)});
  EXPECT_EQ(late.kind, DecisionKind::Update);
  EXPECT_TRUE(late.backdated);
  script_.provenances[0] = {SourceType::UserInput, kEarlier};
  EXPECT_EQ(plan_for({likely(0, 0, 0, 1)}).kind, DecisionKind::Skip) << "the trusted one stays";
}

TEST_F(Judged, AnAnalystWithoutAJudgeIsAskedOneByOne) {
  script_.judged = false;
  plan_for({likely(0, 0, 0, 1), likely(0, 0, 0, 1)});
  EXPECT_EQ(script_.asked, 2);
}

}  // namespace
}  // namespace memfold
