// A reading kept from before must be what reading anew gives.
#include "models/analyst/recent_readings.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "memfold/time.h"

namespace memfold::models {
namespace {

std::string first_value(const Reading& reading) {
  return reading.values.empty() ? "none" : reading.values.front().normal;
}

TEST(RecentReadings, AreKept) {
  const Statement statement{"the budget is 5,000 won", "budget", std::nullopt};
  EXPECT_EQ(read(statement), read(statement));
}

TEST(RecentReadings, DependOnEverythingAStatementHas) {
  const std::string_view text = "회의는 내일 열립니다";
  const Time monday{1'705'276'800'000'000}, friday{1'705'622'400'000'000};
  const auto on_monday = read({text, {}, monday}), on_friday = read({text, {}, friday});
  EXPECT_EQ(first_value(*on_monday), first_value(Reading({text, {}, monday})));
  EXPECT_NE(first_value(*on_monday), first_value(*on_friday));
  const std::string_view headed = "audit: it is due";
  EXPECT_NE(read({headed, "audit", {}})->context_end, read({headed, "other", {}})->context_end);
}

TEST(RecentReadings, OutliveTheTextsTheyWereMadeOf) {
  auto text = std::make_unique<std::string>("the invoice is for 40 euros");
  const auto reading = read({*text, {}, std::nullopt});
  text.reset();
  EXPECT_EQ(reading->content, "the invoice is for 40 euros");
  EXPECT_TRUE(reading->mentions("invoice"));
}

TEST(RecentReadings, StayRightWhenThousandsGoBy) {
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3000; ++i) {
      const std::string text = "item " + std::to_string(i) + " costs " + std::to_string(i) + " won";
      ASSERT_EQ(read({text, {}, std::nullopt})->content, text);
    }
  }
}

TEST(RecentReadings, LongStatementsAreReadWhereNeeded) {
  const std::string text(5000, 'x');
  const Statement statement{text, {}, std::nullopt};
  EXPECT_NE(read(statement), read(statement));
}

}  // namespace
}  // namespace memfold::models
