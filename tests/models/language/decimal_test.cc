#include "models/language/decimal.h"

#include <gtest/gtest.h>

namespace memfold::models {
namespace {

TEST(DecimalTest, ParsesAndPrintsExactly) {
  EXPECT_EQ(Decimal::parse("5,000")->to_string(), "5000");
  EXPECT_EQ(Decimal::parse("0.035")->to_string(), "0.035");
  EXPECT_EQ(Decimal::parse("000")->to_string(), "0");
  EXPECT_EQ(Decimal::parse("1.200"), Decimal::parse("1.2"));
  EXPECT_FALSE(Decimal::parse("1.2.3"));
  EXPECT_FALSE(Decimal::parse(""));
  EXPECT_FALSE(Decimal::parse("."));
  EXPECT_FALSE(Decimal::parse("1234567890123456789"));
}

TEST(DecimalTest, ArithmeticIsExactOrRefused) {
  const Decimal a = *Decimal::parse("1.2"), million = Decimal{1, 6};
  EXPECT_EQ(a.times(million)->to_string(), "1200000");
  EXPECT_EQ(a.plus(Decimal::of(3))->to_string(), "4.2");
  const Decimal huge = *Decimal::parse("999999999999999999");
  EXPECT_FALSE(huge.times(huge));
  EXPECT_FALSE((Decimal{1, 40}).times(Decimal{1, 40}));
  EXPECT_FALSE((Decimal{1, 40}).plus(*Decimal::parse("0.1")));
}

}  // namespace
}  // namespace memfold::models
