// The rules of deciding, one test a rule: bands, modes, guard, verdicts, priority, late arrivals.
#include <gtest/gtest.h>

#include "scripted.h"

namespace memfold {
namespace {

using namespace test;

DecideOptions in_mode(Mode mode) {
  DecideOptions options;
  options.mode = mode;
  return options;
}

TEST(Decide, NoCandidateCreates) {
  Scripted script;
  const Plan plan = decide(said(kNow), {}, script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_EQ(plan.operation, Operation::Add);
  EXPECT_EQ(plan.band, Band::None);
  EXPECT_TRUE(plan.links.empty());
}

TEST(Decide, IsAPureFunctionOfWhatItIsGiven) {
  for (const Mode mode : {Mode::Fast, Mode::Balanced, Mode::Accurate}) {
    Scripted script;
    script.differing[0] = {{"money", "5", "6", ChangeKind::ValueChange, {}, {}}};
    for (std::size_t i = 0; i < 4; ++i) {
      script.analyses[i] = script.inside[i] = verdict(i == 2 ? Verdict::Update : Verdict::Link);
    }
    const auto candidates = scores({0.99, 0.9, 0.85, 0.4});
    const Plan first = decide(said(kNow), candidates, script, in_mode(mode));
    const Plan second = decide(said(kNow), candidates, script, in_mode(mode));
    EXPECT_EQ(first.kind, second.kind);
    EXPECT_EQ(first.target, second.target);
    EXPECT_EQ(first.links, second.links);
    EXPECT_EQ(first.reason, second.reason);
    EXPECT_EQ(first.rivals, second.rivals);
  }
}

TEST(Decide, WithoutOptionsTheTreeDecidesAndBalancedModeAsks) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Link);
  auto candidates = scores({0.85});
  candidates[0].score.cosine = 0.1;  // policy classify would not look at it
  const Plan plan = decide(said(kNow), candidates, script, {});
  EXPECT_EQ(script.asked, 1);
  EXPECT_EQ(plan.links, std::vector<std::size_t>{0});
  EXPECT_EQ(plan.link_type, EdgeType::RelatedTo) << "not similar";
  auto low = scores({0.4});
  low[0].score.cosine = 0.99;  // policy classify would
  decide(said(kNow), low, script, {});
  EXPECT_EQ(script.asked, 1) << "accurate mode would have asked";
}

TEST(Decide, BandsAreInclusiveBelow) {
  const DecideOptions options;
  EXPECT_EQ(band_of(0.4999999, options), Band::Unrelated);
  EXPECT_EQ(band_of(0.50, options), Band::Related);
  EXPECT_EQ(band_of(0.7999999, options), Band::Related);
  EXPECT_EQ(band_of(0.80, options), Band::Update);
  EXPECT_EQ(band_of(0.9499999, options), Band::Update);
  EXPECT_EQ(band_of(0.95, options), Band::Duplicate);
  EXPECT_EQ(band_of(1.0, options), Band::Duplicate);
}

TEST(DecideFast, BelowHalfCreatesWithoutLinks) {
  Scripted script;
  const Plan plan = decide(said(kNow), scores({0.4999}), script, in_mode(Mode::Fast));
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_TRUE(plan.links.empty());
  EXPECT_EQ(script.asked + script.asked_inside + script.guarded, 0);
}

TEST(DecideFast, RelatedBandCreatesAndLinksAllRelated) {
  Scripted script;
  const Plan plan = decide(said(kNow), scores({0.79, 0.5, 0.49}), script, in_mode(Mode::Fast));
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_EQ(plan.links, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(plan.link_type, EdgeType::RelatedTo);
}

TEST(DecideFast, UpdateBandReplacesTheSameSubject) {
  Scripted script;
  script.inside[0] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({0.80}), script, in_mode(Mode::Fast));
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_EQ(plan.operation, Operation::Supersede);
  EXPECT_EQ(plan.target, 0u);
  EXPECT_EQ(script.asked, 0) << "fast mode never asks the configured Analyst";
}

TEST(DecideFast, UpdateBandWithAnotherSubjectLinks) {
  Scripted script;
  script.inside[0] = verdict(Verdict::Link);
  script.inside[0].relationship_type = EdgeType::Sequential;
  const Plan plan = decide(said(kNow), scores({0.90}), script, in_mode(Mode::Fast));
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_EQ(plan.link_type, EdgeType::Sequential);
}

TEST(DecideFast, DuplicateBandSkipsWhenTheGuardAgrees) {
  Scripted script;
  const Plan plan = decide(said(kNow), scores({0.95}), script, in_mode(Mode::Fast));
  EXPECT_EQ(plan.kind, DecisionKind::Skip);
  EXPECT_EQ(plan.operation, Operation::Noop);
  EXPECT_EQ(script.guarded, 1);
}

TEST(DecideFast, DuplicateBandAsksTheBuiltInAnalystWhenTheGuardObjects) {
  Scripted script;
  script.differing[0] = {{"money", "5", "6", ChangeKind::ValueChange, {}, {}}};
  script.inside[0] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({0.99}), script, in_mode(Mode::Fast));
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_EQ(script.asked_inside, 1);
}

TEST(DecideBalanced, AsksFromHalfToBelowDuplicate) {
  for (const double score : {0.50, 0.80, 0.9499}) {
    Scripted script;
    script.analyses[0] = verdict(Verdict::Link);
    decide(said(kNow), scores({score}), script, in_mode(Mode::Balanced));
    EXPECT_EQ(script.asked, 1) << score;
  }
  for (const double score : {0.4999, 0.95}) {
    Scripted script;
    decide(said(kNow), scores({score}), script, in_mode(Mode::Balanced));
    EXPECT_EQ(script.asked, 0) << score;
  }
}

TEST(DecideAccurate, AsksFromPointThreeToBelowPointNineEight) {
  for (const double score : {0.30, 0.4999, 0.95, 0.9799}) {
    Scripted script;
    script.analyses[0] = verdict(Verdict::Unrelated);
    const Plan plan = decide(said(kNow), scores({score}), script, in_mode(Mode::Accurate));
    EXPECT_EQ(script.asked, 1) << score;
    EXPECT_EQ(plan.kind, DecisionKind::Create);
  }
  Scripted low;
  decide(said(kNow), scores({0.2999}), low, in_mode(Mode::Accurate));
  EXPECT_EQ(low.asked, 0);
  Scripted same;
  const Plan plan = decide(said(kNow), scores({0.98}), same, in_mode(Mode::Accurate));
  EXPECT_EQ(same.asked, 0);
  EXPECT_EQ(plan.kind, DecisionKind::Skip);
}

TEST(DecideVerdict, UpdateFromPointSevenCarriesThePropertyChanges) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({0.70}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_EQ(plan.operation, Operation::Supersede);
  ASSERT_EQ(plan.property_changes.size(), 1u);
  EXPECT_NE(plan.reason.find("50000000 KRW -> 60000000 KRW"), std::string::npos) << plan.reason;
}

TEST(DecideVerdict, UpdateBelowPointSevenCreatesAndSaysSo) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({0.6999}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_NE(plan.reason.find("0.700"), std::string::npos) << plan.reason;
}

TEST(DecideVerdict, LinkCreatesWithTheRelationshipType) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Link);
  script.analyses[0].relationship_type = EdgeType::Causal;
  Plan plan = decide(said(kNow), scores({0.85}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_EQ(plan.link_type, EdgeType::Causal);
  script.analyses[0].relationship_type.reset();
  plan = decide(said(kNow), scores({0.85}), script, {});
  EXPECT_EQ(plan.link_type, EdgeType::RelatedTo);
}

TEST(DecideVerdict, MergeUpdatesByMerging) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Merge);
  const Plan plan = decide(said(kNow), scores({0.75}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_EQ(plan.operation, Operation::Merge);
}

TEST(DecideVerdict, DuplicateSkips) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Duplicate);
  const Plan plan = decide(said(kNow), scores({0.60}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Skip);
}

TEST(DecideVerdict, UnrelatedCreatesWithoutLinks) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Unrelated);
  const Plan plan = decide(said(kNow), scores({0.85}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_TRUE(plan.links.empty());
}

TEST(DecideVerdict, TheFirstDecisiveVerdictWins) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Link);
  script.analyses[1] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({0.90, 0.85, 0.60}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_EQ(plan.target, 1u);
  EXPECT_EQ(script.asked, 2);
  ASSERT_EQ(plan.rivals.size(), 2u);
  EXPECT_EQ(plan.rivals[0].why, "link");
}

TEST(DecideVerdict, AsksNoMoreThanMaxAnalyses) {
  Scripted script;
  for (std::size_t i = 0; i < 5; ++i) script.analyses[i] = verdict(Verdict::Link);
  decide(said(kNow), scores({0.9, 0.9, 0.9, 0.9, 0.9}), script, {});
  EXPECT_EQ(script.asked, DecideOptions{}.max_analyses);
}

TEST(DecideGuard, P6_ADuplicateVerdictStillNeedsTheGuard) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Duplicate);
  script.differing[0] = {{"id", "SR-2023-052", "SR-2023-053", ChangeKind::ValueChange, {}, {}}};
  const Plan plan = decide(said(kNow), scores({0.90}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_TRUE(plan.review);
}

TEST(DecideGuard, P6_AnUpdateVerdictNeedsTheSameSubject) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  script.analyses[0].same_subject = false;
  const Plan plan = decide(said(kNow), scores({0.90}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Create);
  EXPECT_TRUE(plan.review);
}

TEST(DecideGuard, P6_ThePerfectScoreAloneNeverSkips) {
  Scripted script;
  script.differing[0] = {{"negation", "", "not", ChangeKind::Addition, {}, {}}};
  script.analyses[0] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({1.0}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Update);
}

TEST(DecideGuard, P6_WhatItStopsGoesToTheAnalystInEveryMode) {
  for (const Mode mode : {Mode::Fast, Mode::Balanced, Mode::Accurate}) {
    Scripted script;
    script.differing[0] = {{"date", "01-22", "01-23", ChangeKind::ValueChange, {}, {}}};
    script.analyses[0] = script.inside[0] = verdict(Verdict::Update);
    const Plan plan = decide(said(kNow), scores({1.0}), script, in_mode(mode));
    EXPECT_EQ(plan.kind, DecisionKind::Update) << name(mode);
    EXPECT_EQ(script.asked, mode == Mode::Fast ? 0 : 1) << name(mode);
    EXPECT_EQ(script.asked_inside, mode == Mode::Fast ? 1 : 0) << "the built-in one";
  }
}

TEST(DecideGuard, P6_AMergeVerdictNeedsTheSameSubject) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Merge);
  script.analyses[0].same_subject = false;
  const Plan plan = decide(said(kNow), scores({0.90}), script, {});
  EXPECT_EQ(plan.operation, Operation::Add);
  EXPECT_TRUE(plan.review);
}

TEST(DecideConfidence, WhereNoVerdictIsLikelyTheTwoAreLinkedWithoutACase) {
  for (const Verdict v : {Verdict::Update, Verdict::Merge, Verdict::Duplicate}) {
    Scripted script;
    script.analyses[0] = verdict(v, 0.49);
    const Plan unclear = decide(said(kNow), scores({0.85}), script, {});
    EXPECT_EQ(unclear.kind, DecisionKind::Create);
    EXPECT_EQ(unclear.links, std::vector<std::size_t>{0});
    EXPECT_FALSE(unclear.review) << unclear.reason;
    script.analyses[0].confidence = 0.50;
    EXPECT_TRUE(decide(said(kNow), scores({0.85}), script, {}).review) << name(v);
    DecideOptions all;
    all.review_from_confidence = 0;
    script.analyses[0].confidence = 0.10;
    EXPECT_TRUE(decide(said(kNow), scores({0.85}), script, all).review) << name(v);
    // Whoever lowers the other limit wants it acted on.
    DecideOptions bold;
    bold.review_at_confidence = 0.05;
    EXPECT_NE(decide(said(kNow), scores({0.85}), script, bold).operation, Operation::Add)
        << name(v);
  }
}

TEST(DecideConfidence, EveryVerdictThatReplacesOrSkipsNeedsIt) {
  for (const Verdict v : {Verdict::Update, Verdict::Merge, Verdict::Duplicate}) {
    Scripted script;
    script.analyses[0] = verdict(v, 0.80);
    const Plan doubtful = decide(said(kNow), scores({0.85}), script, {});
    EXPECT_EQ(doubtful.operation, Operation::Add) << name(v);
    EXPECT_EQ(doubtful.links, std::vector<std::size_t>{0}) << "the safest reading is a link";
    EXPECT_TRUE(doubtful.review) << name(v);
    EXPECT_EQ(doubtful.doubt, 0u);
    EXPECT_NE(doubtful.reason.find("0.800"), std::string::npos) << doubtful.reason;
    script.analyses[0].confidence = 0.81;
    EXPECT_NE(decide(said(kNow), scores({0.85}), script, {}).operation, Operation::Add) << name(v);
  }
}

TEST(DecideConfidence, ALinkThatIsNotSureIsAppliedAsItIs) {
  for (const Verdict v : {Verdict::Link, Verdict::Unrelated}) {
    Scripted script;
    script.analyses[0] = verdict(v, 0.3);
    const Plan plan = decide(said(kNow), scores({0.85}), script, {});
    EXPECT_EQ(plan.operation, Operation::Add);
    EXPECT_FALSE(plan.review) << name(v);
  }
}

TEST(DecideConfidence, TheLimitIsConfiguration) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update, 0.6);
  DecideOptions options;
  options.review_at_confidence = 0.59;
  EXPECT_EQ(decide(said(kNow), scores({0.85}), script, options).kind, DecisionKind::Update);
  options.review_at_confidence = 0.60;
  EXPECT_TRUE(decide(said(kNow), scores({0.85}), script, options).review);
}

TEST(DecideConfidence, AtOrBelowTheLimitLinksAndFlags) {
  for (const double confidence : {0.50, 0.80}) {
    Scripted script;
    script.analyses[0] = verdict(Verdict::Update, confidence);
    const Plan plan = decide(said(kNow), scores({0.85}), script, {});
    EXPECT_EQ(plan.kind, DecisionKind::Create);
    EXPECT_TRUE(plan.review);
    EXPECT_EQ(plan.links.front(), 0u);
  }
  Scripted sure;
  sure.analyses[0] = verdict(Verdict::Update, 0.8001);
  EXPECT_EQ(decide(said(kNow), scores({0.85}), sure, {}).kind, DecisionKind::Update);
}

TEST(DecideConflict, LowerPriorityNeverReplaces) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  script.provenances[0] = {SourceType::UserInput, kEarlier};
  const Plan plan = decide(said(kNow, SourceType::Realtime), scores({0.90}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Skip);
  EXPECT_NE(plan.reason.find("priority 4"), std::string::npos) << plan.reason;
  EXPECT_NE(plan.reason.find("priority 1"), std::string::npos) << plan.reason;
}

TEST(DecideConflict, LowerPriorityNeverMerges) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Merge);
  script.provenances[0] = {SourceType::Bootstrapped, kEarlier};
  EXPECT_EQ(decide(said(kNow, SourceType::ToolOutput), scores({0.90}), script, {}).kind,
            DecisionKind::Skip);
}

TEST(DecideConflict, EveryPairOfPrioritiesFollowsTheOrder) {
  for (int mine = 1; mine <= 4; ++mine) {
    for (int theirs = 1; theirs <= 4; ++theirs) {
      Scripted script;
      script.analyses[0] = verdict(Verdict::Update);
      script.provenances[0] = {SourceType(theirs), kEarlier};
      const Plan plan = decide(said(kNow, SourceType(mine)), scores({0.90}), script, {});
      EXPECT_EQ(plan.kind, mine > theirs ? DecisionKind::Skip : DecisionKind::Update)
          << mine << " against " << theirs;
    }
  }
}

TEST(DecideConflict, PriorityCanBeIgnored) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  script.provenances[0] = {SourceType::UserInput, kEarlier};
  DecideOptions options;
  options.respect_source_priority = false;
  EXPECT_EQ(decide(said(kNow), scores({0.90}), script, options).kind, DecisionKind::Update);
}

TEST(DecideConflict, SamePriorityAndNewerWins) {
  for (const SourceType source : {SourceType::UserInput, SourceType::Bootstrapped,
                                  SourceType::ToolOutput, SourceType::Realtime}) {
    Scripted script;
    script.analyses[0] = verdict(Verdict::Update);
    script.provenances[0] = {source, kEarlier};
    const Plan plan = decide(said(kNow, source), scores({0.90}), script, {});
    EXPECT_EQ(plan.operation, Operation::Supersede) << name(source);
    EXPECT_FALSE(plan.backdated) << name(source);
  }
}

TEST(DecideConflict, SamePriorityAndOlderIsALateArrival) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  script.provenances[0] = {SourceType::Realtime, kLater};
  const Plan plan = decide(said(kNow), scores({0.90}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_EQ(plan.operation, Operation::Supersede);
  EXPECT_TRUE(plan.backdated);
}

TEST(DecideConflict, HigherPriorityReplacesEvenWhenOlder) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Update);
  script.provenances[0] = {SourceType::Realtime, kLater};
  const Plan plan = decide(said(kNow, SourceType::UserInput), scores({0.90}), script, {});
  EXPECT_EQ(plan.kind, DecisionKind::Update);
  EXPECT_FALSE(plan.backdated);
}

TEST(DecideSkip, ADuplicateSaysTheSameAndALostConflictDoesNot) {
  Scripted script;
  script.provenances[0] = {SourceType::UserInput, kEarlier};
  EXPECT_TRUE(decide(said(kNow), scores({0.99}), script, {}).says_the_same);
  script.analyses[0] = verdict(Verdict::Update);
  const Plan lost = decide(said(kNow), scores({0.90}), script, {});
  EXPECT_EQ(lost.kind, DecisionKind::Skip);
  EXPECT_FALSE(lost.says_the_same);
}

TEST(DecideLinks, NoMoreThanMaxLinksAndNoneThatTheAnalystCalledUnrelated) {
  Scripted script;
  script.analyses[0] = verdict(Verdict::Link);
  script.analyses[1] = verdict(Verdict::Unrelated);
  script.analyses[2] = verdict(Verdict::Link);
  DecideOptions options;
  options.max_links = 3;
  const Plan plan = decide(said(kNow), scores({0.9, 0.8, 0.7, 0.6, 0.55}), script, options);
  EXPECT_EQ(plan.links, (std::vector<std::size_t>{0, 2, 3}));
}

}  // namespace
}  // namespace memfold
