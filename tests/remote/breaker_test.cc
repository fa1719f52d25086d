#include "remote/breaker.h"

#include <gtest/gtest.h>

namespace memfold::remote {
namespace {

class BreakerTest : public testing::Test {
 protected:
  void fail(int times) {
    for (int i = 0; i < times; ++i) {
      ASSERT_TRUE(breaker_.enter());
      breaker_.failed();
    }
  }

  std::int64_t now_ = 1000;
  Breaker breaker_{3, 100, [this] { return now_; }};
};

TEST_F(BreakerTest, OpensAfterFailuresInARowOnly) {
  fail(2);
  ASSERT_TRUE(breaker_.enter());
  breaker_.succeeded();
  fail(2);
  EXPECT_EQ(breaker_.state(), BreakerState::Closed);
  fail(1);
  EXPECT_EQ(breaker_.state(), BreakerState::Open);
  EXPECT_FALSE(breaker_.enter());
}

TEST_F(BreakerTest, LetsOneThroughAfterTheCoolDownWhoseSuccessClosesIt) {
  fail(3);
  now_ += 99;
  EXPECT_FALSE(breaker_.enter());
  now_ += 1;
  EXPECT_TRUE(breaker_.enter());
  EXPECT_EQ(breaker_.state(), BreakerState::HalfOpen);
  EXPECT_FALSE(breaker_.enter()) << "one at a time";
  breaker_.succeeded();
  EXPECT_EQ(breaker_.state(), BreakerState::Closed);
  EXPECT_TRUE(breaker_.enter());
}

TEST_F(BreakerTest, AFailedTrialOpensItAgainForAWholeCoolDown) {
  fail(3);
  now_ += 100;
  fail(1);
  EXPECT_EQ(breaker_.state(), BreakerState::Open);
  now_ += 99;
  EXPECT_FALSE(breaker_.enter());
  now_ += 1;
  EXPECT_TRUE(breaker_.enter());
}

TEST_F(BreakerTest, ATrialThatSaysNothingMakesRoomForTheNext) {
  fail(3);
  now_ += 100;
  EXPECT_TRUE(breaker_.enter());
  breaker_.left();
  EXPECT_TRUE(breaker_.enter());
}

}  // namespace
}  // namespace memfold::remote
