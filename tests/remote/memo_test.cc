#include "remote/memo.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace memfold::remote {
namespace {

StatementPair pair_of(const std::string& incoming) {
  static std::vector<std::unique_ptr<std::string>> kept;  // a Statement borrows its text
  kept.push_back(std::make_unique<std::string>(incoming));
  return {{"existing", {}, {}}, {*kept.back(), {}, {}}};
}

Analysis with_confidence(double confidence) {
  Analysis analysis;
  analysis.confidence = confidence;
  return analysis;
}

/// Asks for it and answers if told to; whether it had to be.
bool ask(Memo& memo, const std::string& incoming) {
  const Memo::Claim claim = memo.claim(key_of(pair_of(incoming)));
  if (claim.must_answer) memo.finish(*claim.slot, with_confidence(0.7), true);
  EXPECT_EQ(memo.answer_of(*claim.slot).confidence, 0.7);
  return claim.must_answer;
}

TEST(Memo, RemembersTheMostRecentlyUsed) {
  Memo memo(2);
  EXPECT_TRUE(ask(memo, "a"));
  EXPECT_TRUE(ask(memo, "b"));
  EXPECT_FALSE(ask(memo, "a"));
  EXPECT_TRUE(ask(memo, "c")) << "pushes b out, which was used before a";
  EXPECT_FALSE(ask(memo, "a"));
  EXPECT_TRUE(ask(memo, "b"));
}

TEST(Memo, GuessesNobodyAskedForGoFirstInFirstOut) {
  Memo memo(2);
  const std::weak_ptr<Slot> a = memo.queue(pair_of("a"));
  const std::shared_ptr<Slot> b = memo.queue(pair_of("b"));
  EXPECT_FALSE(memo.queue(pair_of("b"))) << "known already";
  const std::shared_ptr<Slot> c = memo.queue(pair_of("c"));
  EXPECT_TRUE(a.expired());
  ASSERT_TRUE(memo.start(*b));
  EXPECT_FALSE(memo.start(*b)) << "begun once";
  memo.finish(*b, with_confidence(0.7), true);
  EXPECT_FALSE(ask(memo, "b"));
  EXPECT_TRUE(ask(memo, "a"));
  EXPECT_FALSE(memo.start(*c)) << "dropped, though somebody still holds it";
}

TEST(Memo, WhoeverNeedsAQueuedAnswerFindsItThemselves) {
  Memo memo(4);
  const std::shared_ptr<Slot> guess = memo.queue(pair_of("a"));
  EXPECT_TRUE(ask(memo, "a"));
  EXPECT_FALSE(memo.start(*guess));
}

TEST(Memo, RepeatsAreThoseClaimedBefore) {
  Memo memo(4);
  memo.queue(pair_of("a"));
  EXPECT_FALSE(memo.claim(key_of(pair_of("a"))).is_repeat);
  EXPECT_TRUE(memo.claim(key_of(pair_of("a"))).is_repeat);
}

TEST(Memo, WhatIsNotKeptAnswersThoseWhoWaitAndIsForgotten) {
  Memo memo(4);
  const Memo::Claim claim = memo.claim(key_of(pair_of("a")));
  const Memo::Claim waiting = memo.claim(key_of(pair_of("a")));
  EXPECT_FALSE(waiting.must_answer);
  std::thread waiter([&] { EXPECT_EQ(memo.answer_of(*waiting.slot).confidence, 0.7); });
  memo.finish(*claim.slot, with_confidence(0.7), false);
  waiter.join();
  EXPECT_TRUE(ask(memo, "a"));
}

TEST(Memo, AGuessThatIsNotKeptIsAskedForAgain) {
  Memo memo(4);
  const std::shared_ptr<Slot> guess = memo.queue(pair_of("a"));
  ASSERT_TRUE(memo.start(*guess));
  memo.finish(*guess, with_confidence(0.1), false);
  EXPECT_TRUE(ask(memo, "a"));
}

TEST(Memo, AnErrorReachesThoseWhoWaitAndIsForgotten) {
  Memo memo(4);
  const Memo::Claim claim = memo.claim(key_of(pair_of("a")));
  const Memo::Claim waiting = memo.claim(key_of(pair_of("a")));
  memo.fail(*claim.slot, std::make_exception_ptr(std::runtime_error("x")));
  EXPECT_THROW(memo.answer_of(*waiting.slot), std::runtime_error);
  EXPECT_TRUE(ask(memo, "a"));
}

TEST(Memo, TakesNoMoreQueuedTextThanItsLimit) {
  Memo memo(10'000);
  const std::string large(std::size_t{1} << 20, 'x');
  int queued = 0;
  for (int i = 0; i < 70; ++i) queued += memo.queue(pair_of(large + std::to_string(i))) != nullptr;
  EXPECT_EQ(queued, 63);
}

}  // namespace
}  // namespace memfold::remote
