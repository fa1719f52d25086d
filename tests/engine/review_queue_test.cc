// The review queue: what a case holds, and every way to settle it.
#include <filesystem>

#include "amend_fixture.h"

namespace memfold::test {
namespace {

class ReviewQueue : public Amend {
 protected:
  /// A budget and a doubtful change of it.
  Review doubt(Verdict likely, DoubtPolicy policy) {
    DecideOptions options;
    options.in_doubt = policy;
    reopen(options);
    first_ = tell("예산은 5000만원입니다");
    analyst_->confidence = 0.6;
    doubtful_ = tell(likely, "예산은 6000만원입니다");
    EXPECT_TRUE(doubtful_.review);
    const auto pending = engine_->reviews({.user = "mina"});
    EXPECT_EQ(pending.size(), 1u);
    return pending.at(0);
  }
  Decision settle(ReviewAnswer::Kind kind, Verdict verdict = Verdict::Unrelated) {
    return engine_->settle_review("mina", doubtful_.sequence, {kind, verdict});
  }
  void expect_settled(ReviewState state, const Decision& by) {
    EXPECT_TRUE(engine_->reviews({.user = "mina"}).empty());
    const Review review = engine_->review("mina", doubtful_.sequence);
    EXPECT_EQ(review.state, state);
    EXPECT_EQ(review.resolution, by.sequence);
    EXPECT_EQ(by.trigger, Trigger::Review);
    EXPECT_EQ(by.answers, doubtful_.sequence);
    EXPECT_THAT(error_of([&] { settle(ReviewAnswer::Kind::Accept); }),
                HasSubstr("settled already"));
    expect_sound();
  }
  Decision first_, doubtful_;
};

TEST_F(ReviewQueue, ACaseHoldsTheFactTheMemoryAndWhatWasLikely) {
  const Review review = doubt(Verdict::Update, DoubtPolicy::Link);
  EXPECT_EQ(review.sequence, doubtful_.sequence);
  EXPECT_EQ(review.fact.content, "예산은 6000만원입니다");
  EXPECT_EQ(review.target_id, first_.memory_id);
  EXPECT_EQ(review.verdict, Verdict::Update);
  EXPECT_EQ(review.confidence, 0.6);
  EXPECT_FALSE(review.held);
  EXPECT_EQ(recalled().size(), 2u) << "the fallback stored and linked it";
  error_of([&] { engine_->review("mina", 77); }, ErrorCode::NotFound);
}

TEST_F(ReviewQueue, AcceptingAnUpdateReplacesWhatTheFallbackStored) {
  for (const DoubtPolicy policy : {DoubtPolicy::Link, DoubtPolicy::Create, DoubtPolicy::Hold}) {
    SCOPED_TRACE(name(policy));
    engine_.reset();
    std::filesystem::remove_all(directory_.path());
    analyst_->confidence = 0.95;
    const Review review = doubt(Verdict::Update, policy);
    EXPECT_EQ(review.held, policy == DoubtPolicy::Hold);
    EXPECT_EQ(recalled().size(), review.held ? 1u : 2u);
    const Decision by = settle(ReviewAnswer::Kind::Accept);
    EXPECT_EQ(by.operation, Operation::Supersede);
    EXPECT_EQ(recalled(), Contents{"예산은 6000만원입니다"});
    EXPECT_EQ(history(first_.memory_id),
              (Contents{"예산은 5000만원입니다", "예산은 6000만원입니다"}));
    expect_settled(ReviewState::Accepted, by);
  }
}

TEST_F(ReviewQueue, OverridingDoesWhatThePersonSays) {
  const struct {
    Verdict verdict;
    std::size_t recalled;
    Operation operation;
  } rows[] = {{Verdict::Merge, 1, Operation::Merge},
              {Verdict::Duplicate, 1, Operation::Noop},
              {Verdict::Link, 2, Operation::Update},
              {Verdict::Unrelated, 2, Operation::Update}};
  for (const auto& row : rows) {
    SCOPED_TRACE(name(row.verdict));
    engine_.reset();
    std::filesystem::remove_all(directory_.path());
    analyst_->confidence = 0.95;
    doubt(Verdict::Update, DoubtPolicy::Link);
    const Decision by = settle(ReviewAnswer::Kind::Override, row.verdict);
    EXPECT_EQ(by.operation, row.operation);
    EXPECT_EQ(recalled().size(), row.recalled);
    EXPECT_EQ(engine_->edges_to("mina", first_.memory_id).empty(),
              row.verdict == Verdict::Unrelated);
    expect_settled(ReviewState::Overridden, by);
  }
}

TEST_F(ReviewQueue, DismissingLeavesThingsAsTheyAre) {
  doubt(Verdict::Update, DoubtPolicy::Link);
  const Decision by = settle(ReviewAnswer::Kind::Dismiss);
  EXPECT_EQ(by.kind, DecisionKind::Skip);
  EXPECT_EQ(recalled().size(), 2u);
  expect_settled(ReviewState::Dismissed, by);
  EXPECT_EQ(engine_->reviews({.user = "mina", .settled = true}).size(), 1u);
}

TEST_F(ReviewQueue, ACaseWhoseMemoryChangedSinceCanOnlyBeDismissed) {
  doubt(Verdict::Update, DoubtPolicy::Link);
  engine_->forget({.user = "mina", .ids = {doubtful_.memory_id}});
  EXPECT_THAT(error_of([&] { settle(ReviewAnswer::Kind::Accept); }), HasSubstr("changed since"));
  settle(ReviewAnswer::Kind::Dismiss);
  expect_sound();
}

TEST_F(ReviewQueue, MaintenanceDismissesWhatWaitedTooLongOrIsTooMuch) {
  doubt(Verdict::Update, DoubtPolicy::Link);
  const Decision later = tell(Verdict::Update, "예산은 8000만원입니다");
  ASSERT_TRUE(later.review);
  EXPECT_EQ(engine_->admin().apply_retention().reviews_dismissed, 0u);
  limits_ = {365, 1};
  reopen();
  EXPECT_EQ(engine_->admin().apply_retention().reviews_dismissed, 1u);
  const Review gone = engine_->review("mina", doubtful_.sequence);
  EXPECT_EQ(gone.state, ReviewState::Dismissed) << "the oldest goes first";
  const auto said = engine_->log({.user = "mina", .trigger = Trigger::Scheduled}).entries;
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].answers, doubtful_.sequence);
  now_.micros += 366 * kMicrosPerDay;
  EXPECT_EQ(engine_->admin().apply_retention().reviews_dismissed, 1u);
  EXPECT_TRUE(engine_->reviews({.user = "mina"}).empty());
  expect_sound();
}

TEST_F(ReviewQueue, ASettlementCanBeUndone) {
  doubt(Verdict::Update, DoubtPolicy::Hold);
  const Decision by = settle(ReviewAnswer::Kind::Accept);
  engine_->undo("mina", by.sequence);
  EXPECT_EQ(current(first_.memory_id), "예산은 5000만원입니다");
  expect_sound();
}

}  // namespace
}  // namespace memfold::test
