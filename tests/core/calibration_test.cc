#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold {
namespace {

using Points = std::vector<Calibration::Point>;

TEST(Calibration, IsTheIdentityClampedToZeroAndOneByDefault) {
  const Calibration identity;
  EXPECT_TRUE(identity.points().empty());
  EXPECT_EQ(identity.similarity(-0.3), 0);
  EXPECT_EQ(identity.similarity(0.37), 0.37);
  EXPECT_EQ(identity.similarity(1.0001), 1);
}

TEST(Calibration, MeetsItsPointsAndRunsStraightBetweenThem) {
  const Calibration map(Points{{0.25, 0.125}, {0.5, 0.5}, {0.75, 0.875}, {1, 1}});
  EXPECT_EQ(map.similarity(0.25), 0.125);
  EXPECT_EQ(map.similarity(0.5), 0.5);
  EXPECT_EQ(map.similarity(0.75), 0.875);
  EXPECT_EQ(map.similarity(0.375), 0.3125);
  EXPECT_EQ(map.similarity(0.625), 0.6875);
}

TEST(Calibration, IsFlatOutsideItsPoints) {
  const Calibration map(Points{{0.2, 0.1}, {0.8, 0.9}});
  EXPECT_EQ(map.similarity(-1), 0.1);
  EXPECT_EQ(map.similarity(0.19), 0.1);
  EXPECT_EQ(map.similarity(0.81), 0.9);
  EXPECT_EQ(map.similarity(1), 0.9);
  EXPECT_EQ(Calibration(Points{{0.5, 0.4}}).similarity(0.9), 0.4);
}

TEST(Calibration, AllowsPlateaus) {
  const Calibration map(Points{{0, 0.3}, {0.5, 0.3}, {1, 1}});
  EXPECT_EQ(map.similarity(0.25), 0.3);
}

TEST(Calibration, NeverDescends) {
  const Calibration map(Points{{-0.1, 0}, {0.1, 0.31}, {0.3, 0.3100001}, {0.7, 0.93}, {0.99, 1}});
  double before = 0;
  for (int step = -1200; step <= 1200; ++step) {
    const double now = map.similarity(step / 1000.0);
    ASSERT_GE(now, before) << "at cosine " << step / 1000.0;
    before = now;
  }
}

TEST(Calibration, AnswersZeroForNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Calibration().similarity(nan), 0);
  EXPECT_EQ(Calibration(Points{{0, 0.5}, {1, 1}}).similarity(nan), 0);
}

TEST(Calibration, RefusesPointsThatAreNoMonotoneMap) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Points> wrong = {
      {{0.5, 0.1}, {0.4, 0.2}},  // cosine descends
      {{0.5, 0.1}, {0.5, 0.2}},  // cosine repeats
      {{0.1, 0.5}, {0.2, 0.4}},  // similarity descends
      {{0.1, -0.1}},
      {{0.1, 1.1}},
      {{-1.5, 0}},
      {{1.5, 1}},
      {{nan, 0}},
      {{0, nan}},
      {{0.1, 0.1}, {nan, 0.2}},
  };
  for (const Points& points : wrong) {
    try {
      const Calibration accepted(points);
      ADD_FAILURE() << "accepted a map that begins at cosine " << points.front().cosine;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
      EXPECT_NE(std::string(error.what()).find("calibration point"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace memfold
