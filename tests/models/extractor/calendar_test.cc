#include "models/extractor/calendar.h"

#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

TEST(Calendar, KnowsWhichDatesExist) {
  EXPECT_EQ(day_of(1970, 1, 1), 0);
  EXPECT_EQ(day_of(1969, 12, 31), -1);
  EXPECT_EQ(day_of(2024, 2, 29), 19782);
  EXPECT_FALSE(day_of(2023, 2, 29));
  EXPECT_FALSE(day_of(2024, 13, 1));
  EXPECT_FALSE(day_of(0, 1, 1));
  EXPECT_FALSE(day_of(2024, 4, 31));
}

TEST(Calendar, GoesThereAndBack) {
  for (DayNumber day : {-719162LL, -1LL, 0LL, 19782LL, 2932531LL}) {
    const CivilDate date = civil_of(day);
    EXPECT_EQ(day_of(date.year, date.month, date.day), day);
  }
}

TEST(Calendar, WeeksBeginOnMonday) {
  const DayNumber monday = *day_of(2024, 1, 15);
  EXPECT_EQ(weekday_of(monday), 0);
  EXPECT_EQ(weekday_of(monday - 1), 6);
  EXPECT_EQ(weekday_of(-4), 6);
  EXPECT_EQ(week_start(monday + 6), monday);
}

TEST(Calendar, MonthsRollOverYears) {
  EXPECT_EQ(month_start(*day_of(2024, 12, 31), 1), day_of(2025, 1, 1));
  EXPECT_EQ(month_start(*day_of(2024, 1, 31), -1), day_of(2023, 12, 1));
  EXPECT_EQ(month_end(*day_of(2024, 2, 3)), day_of(2024, 2, 29));
}

TEST(Calendar, LocalTimesFollowTheOffset) {
  const Time evening = parse_time("2024-01-15T20:30:00Z").value();
  EXPECT_EQ(local_day(evening, 540), *day_of(2024, 1, 16));
  EXPECT_EQ(local_minute(evening, 540), 5 * 60 + 30);
  EXPECT_EQ(local_day(evening, -1260), *day_of(2024, 1, 14));
  EXPECT_EQ(to_string(to_time(*day_of(2024, 1, 16), 5 * 60 + 30, 0, 540)), "2024-01-15T20:30:00Z");
}

}  // namespace
}  // namespace memfold::models::extractor
