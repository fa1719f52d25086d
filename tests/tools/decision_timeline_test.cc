#include "tools/cli/decision_timeline.h"

#include <gtest/gtest.h>

namespace memfold::tools {
namespace {

DecisionTimeline timeline(const std::vector<std::string>& days) {
  DecisionTimeline result;
  for (const std::string& day : days) result.add(*parse_time(day), DecisionKind::Create);
  return result;
}

std::uint64_t shown(const Periods& periods) {
  std::uint64_t sum = 0;
  for (const Period& period : periods.periods) {
    for (const std::uint64_t count : period.by_kind) sum += count;
  }
  return sum;
}

TEST(DecisionTimeline, NothingHasNoPeriods) {
  EXPECT_TRUE(DecisionTimeline().empty());
  EXPECT_TRUE(DecisionTimeline().periods().periods.empty());
}

TEST(DecisionTimeline, WeeksBeginOnMondayAndLeaveNoGaps) {
  DecisionTimeline decisions = timeline({"2026-01-11T23:59:59Z", "2026-01-12", "2026-01-28"});
  decisions.add(*parse_time("2026-01-28"), DecisionKind::Update);
  const Periods periods = decisions.periods();
  EXPECT_EQ(periods.unit, "week");
  ASSERT_EQ(periods.periods.size(), 4u);
  EXPECT_EQ(periods.periods[0].label, "2026-01-05");
  EXPECT_EQ(periods.periods[1].by_kind, (KindCounts{1, 0, 0, 0}));
  EXPECT_EQ(periods.periods[2].by_kind, KindCounts{});
  EXPECT_EQ(periods.periods[3].by_kind, (KindCounts{1, 1, 0, 0}));
  EXPECT_EQ(to_string(decisions.first()), "2026-01-11T00:00:00Z");
  EXPECT_EQ(to_string(decisions.last()), "2026-01-28T00:00:00Z");
}

TEST(DecisionTimeline, WeeksBefore1970AreWeeksToo) {
  EXPECT_EQ(timeline({"1969-12-28"}).periods().periods[0].label, "1969-12-22");
  EXPECT_EQ(timeline({"1969-12-29"}).periods().periods[0].label, "1969-12-29");
}

TEST(DecisionTimeline, TheUnitGrowsWithTheSpan) {
  std::vector<std::string> days;
  const auto unit_until = [&](int last_year) {
    days.clear();
    for (int year = 1990; year <= last_year; ++year) {
      for (const char* day : {"-01-15", "-12-15"}) days.push_back(std::to_string(year) + day);
    }
    const Periods periods = timeline(days).periods();
    EXPECT_LE(periods.periods.size(), kMaxPeriods);
    EXPECT_EQ(shown(periods) + periods.left_out, days.size());
    return std::string(periods.unit) + " " + periods.periods.back().label;
  };
  EXPECT_EQ(unit_until(1990), "week 1990-12-10");
  EXPECT_EQ(unit_until(1992), "month 1992-12");
  EXPECT_EQ(unit_until(2000), "quarter 2000 Q4");
  EXPECT_EQ(unit_until(2020), "year 2020");
  EXPECT_EQ(unit_until(2150), "year 2150");
}

TEST(DecisionTimeline, AWrongClockDoesNotSqueezeTheRest) {
  std::vector<std::string> days(500, "2026-01-05");
  days.insert(days.end(), 500, "2026-02-16");
  days.push_back("1980-01-01");
  days.push_back("2038-01-19");
  const Periods periods = timeline(days).periods();
  EXPECT_EQ(periods.unit, "week");
  EXPECT_EQ(periods.periods.size(), 7u);
  EXPECT_EQ(periods.left_out, 2u);
}

}  // namespace
}  // namespace memfold::tools
