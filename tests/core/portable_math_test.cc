#include "core/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace memfold {
namespace {

/// Distance in representable numbers, relative to the size of `b`.
double ulps(double a, double b) {
  return std::abs(a - b) / (std::abs(b) * std::numeric_limits<double>::epsilon());
}

TEST(PortableMath, AgreesWithTheCLibrary) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-40, 40), wide(-700, 700);
  for (int i = 0; i < 200'000; ++i) {
    const double x = i % 4 == 0 ? wide(random) : exponent(random);
    ASSERT_LT(ulps(portable_exp(x), std::exp(x)), 4) << x;
    const double y = std::exp(x);
    ASSERT_NEAR(portable_log(y), std::log(y), 4e-16 * std::max(1.0, std::abs(x))) << y;
  }
}

TEST(PortableMath, IsExactWhereTheAnswerIs) {
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_pow(1, 1.5), 1);
  EXPECT_EQ(portable_exp(-1000), 0);
  EXPECT_EQ(portable_exp(1000), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(portable_pow(5, 1.5), std::pow(5, 1.5), 1e-13);
}

TEST(PortableMath, GivesTheseBits) {
  // Written down once; another machine or compiler has to give the same.
  EXPECT_EQ(portable_exp(-0.7), 0x1.fc80db9dd5542p-2);
  EXPECT_EQ(portable_log(50), 0x1.f4bd2b7ac1bafp+1);
}

}  // namespace
}  // namespace memfold
