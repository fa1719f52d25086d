#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "memfold/models.h"

namespace memfold {
namespace {

TEST(Quantise, ScalesToUnitLength) {
  const float values[] = {3, 4};
  std::int16_t out[2];
  ASSERT_TRUE(quantise_unit(values, out));
  EXPECT_EQ(out[0], 9830);   // 0.6 * 16384 = 9830.4
  EXPECT_EQ(out[1], 13107);  // 0.8 * 16384 = 13107.2
}

TEST(Quantise, RoundsHalvesAwayFromZeroOnBothSides) {
  // 0.5 / 16384 of a unit vector lands on a half.
  const float small = 0.5f / 16384;
  const float values[] = {1, small, -small};
  std::int16_t out[3];
  ASSERT_TRUE(quantise_unit(values, out));
  EXPECT_EQ(out[0], 16384);
  EXPECT_EQ(out[1], -out[2]) << "a vector and its negative stay negatives";
}

TEST(Quantise, WhatHasNoDirectionIsZero) {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto& values : {std::vector<float>{0, 0}, {nan, 1}, {inf, 1}}) {
    std::vector<std::int16_t> out(2, 7);
    EXPECT_FALSE(quantise_unit(values, out));
    EXPECT_EQ(out, (std::vector<std::int16_t>{0, 0}));
  }
}

TEST(Quantise, TheStoredNormStaysBelowTheOverflowBound) {
  for (const int dimension : {1, 3, 384, kMaxDimension}) {
    std::vector<float> values(std::size_t(dimension), 1.0f);
    for (std::size_t i = 0; i < values.size(); i += 3) values[i] = -0.37f;
    std::vector<std::int16_t> out(values.size());
    ASSERT_TRUE(quantise_unit(values, out));
    double square = 0;
    for (const std::int16_t v : out) square += double(v) * v;
    EXPECT_LT(std::sqrt(square), std::pow(2.0, 14.5));
    EXPECT_NEAR(std::sqrt(square), kVectorScale, 0.5 * std::sqrt(double(dimension)) + 1e-6);
  }
}

}  // namespace
}  // namespace memfold
