// A comparison that nobody answered is a case for a person, whatever else is known.
#include <filesystem>

#include "amend_fixture.h"
#include "scripted.h"

namespace memfold::test {
namespace {

Analysis no_answer() {
  Analysis analysis = verdict(Verdict::Link, 0.5);
  analysis.answered = false;
  analysis.reasoning = "HTTP 401";
  return analysis;
}

TEST(Unanswered, IsFlaggedAndSaysWhy) {
  for (const Policy policy : {Policy::Tree, Policy::Classify}) {
    Scripted script;
    script.analyses[0] = no_answer();
    auto candidates = scores({0.9});
    candidates[0].score.cosine = 0.9;
    DecideOptions options;
    options.policy = policy;
    // Neither limit is about answers that are not there.
    options.review_at_confidence = 0.1;
    const Plan plan = decide(said(kNow), candidates, script, options);
    EXPECT_EQ(plan.operation, Operation::Add);
    EXPECT_EQ(plan.links, std::vector<std::size_t>{0});
    EXPECT_TRUE(plan.review);
    EXPECT_EQ(plan.doubt, 0u);
    EXPECT_EQ(plan.verdict, Verdict::Link);
    EXPECT_EQ(plan.reason, "linked and flagged for review: no comparison was had (HTTP 401)");
    EXPECT_EQ(plan.rivals.at(0).why, "no comparison was had");
  }
}

TEST(Unanswered, GivesWayToWhatAnotherCandidateSettles) {
  Scripted script;
  script.analyses[0] = no_answer();
  script.analyses[1] = verdict(Verdict::Update);
  const Plan plan = decide(said(kNow), scores({0.9, 0.85}), script, {});
  EXPECT_EQ(plan.operation, Operation::Supersede);
  EXPECT_EQ(plan.target, 1u);
  EXPECT_FALSE(plan.review);
}

TEST(Unanswered, OutweighsEveryAnswerThatSettlesNothing) {
  for (const Analysis& other :
       {verdict(Verdict::Link), verdict(Verdict::Unrelated), verdict(Verdict::Update, 0.3)}) {
    Scripted script;
    script.analyses[0] = other;
    script.analyses[1] = no_answer();
    const Plan plan = decide(said(kNow), scores({0.9, 0.85}), script, {});
    EXPECT_TRUE(plan.review) << name(other.verdict);
    EXPECT_EQ(plan.doubt, 1u);
  }
  Scripted script;
  script.analyses[0] = no_answer();
  script.analyses[1] = verdict(Verdict::Update, 0.7);
  EXPECT_EQ(decide(said(kNow), scores({0.9, 0.85}), script, {}).doubt, 1u)
      << "a person has more to go by where something was likely";
}

class UnansweredCase : public Amend {};

TEST_F(UnansweredCase, WaitsAndIsSettledLikeAnyOther) {
  for (const DoubtPolicy policy : {DoubtPolicy::Link, DoubtPolicy::Hold}) {
    SCOPED_TRACE(name(policy));
    engine_.reset();
    std::filesystem::remove_all(directory_.path());
    DecideOptions options;
    options.in_doubt = policy;
    reopen(options);
    tell("예산은 5000만원입니다");
    analyst_->answered = false;
    const Decision unanswered = tell(Verdict::Link, "예산은 6000만원입니다");
    ASSERT_TRUE(unanswered.review) << unanswered.reason;
    const Review review = engine_->review("mina", unanswered.sequence);
    EXPECT_EQ(review.verdict, Verdict::Link);
    const Decision by =
        engine_->settle_review("mina", unanswered.sequence, {ReviewAnswer::Kind::Accept});
    EXPECT_EQ(by.related_ids, std::vector<Id>{review.target_id});
    expect_sound();
  }
}

}  // namespace
}  // namespace memfold::test
