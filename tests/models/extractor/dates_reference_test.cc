// Dates that depend on more than the expression: what was named before, places, ordinals.
#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

struct ReferredDate {
  const char *text, *time;
};

/// Said on Monday 15 January; the mail has named Friday 26 January, 14:00.
DateContext after_an_event(std::optional<int> minute = 14 * 60) {
  DateContext context = said();
  context.anchor = DateAnchor{day_of(2024, 1, 26).value(), minute};
  return context;
}

std::string begin_of(std::string_view text, const DateContext& context = said()) {
  const Parsed parsed(text, context);
  return parsed.parse.dates.empty() ? "none" : to_string(parsed.parse.dates[0].begin);
}
std::string end_of(std::string_view text, const DateContext& context = said()) {
  const Parsed parsed(text, context);
  return parsed.parse.dates.empty() ? "none" : to_string(parsed.parse.dates[0].end);
}

TEST(DateReference, ATimeAloneIsOnTheDayNamedBefore) {
  EXPECT_EQ(begin_of("오후 6시에 시작", after_an_event()), "2024-01-26T18:00:00Z");
  EXPECT_EQ(end_of("be there by 5.45.", after_an_event()), "2024-01-26T17:45:00Z");
  EXPECT_EQ(begin_of("오후 6시에 시작"), "2024-01-15T18:00:00Z");
  EXPECT_EQ(begin_of("내일 오후 6시", after_an_event()), "2024-01-16T18:00:00Z");
}

TEST(DateReference, ThatDayAndThen) {
  EXPECT_EQ(end_of("그날 6시까지는 와야 해", after_an_event()), "2024-01-26T18:00:00Z");
  EXPECT_EQ(end_of("Please log out before then.", after_an_event()), "2024-01-26T14:00:00Z");
  EXPECT_EQ(end_of("점검 전까지 저장", after_an_event()), "2024-01-26T14:00:00Z");
  EXPECT_EQ(end_of("Please log out before then."), "none");
  EXPECT_EQ(end_of("by that logic", after_an_event()), "none");
}

TEST(DateReference, CountedBackFromTheDayNamedBefore) {
  for (const ReferredDate& c : {ReferredDate{"면접 이틀 전까지 제출", "2024-01-24"},
                                ReferredDate{"행사 3일 전까지 제출", "2024-01-23"},
                                ReferredDate{"모임 일주일 전까지 알려 주세요", "2024-01-19"},
                                ReferredDate{"two days before the visit", "2024-01-24"},
                                ReferredDate{"five working days before that", "2024-01-19"},
                                ReferredDate{"at least 24 hours before her visit", "2024-01-25"}}) {
    const Parsed parsed(c.text, after_an_event());
    ASSERT_EQ(parsed.parse.dates.size(), 1u) << c.text;
    EXPECT_EQ(to_string(parsed.parse.dates[0].end).substr(0, 10), c.time) << c.text;
    EXPECT_EQ(parsed.parse.dates[0].role, DateRole::Deadline) << c.text;
  }
  EXPECT_EQ(end_of("48 hours before it", after_an_event()), "2024-01-24T14:00:00Z");
  EXPECT_EQ(end_of("22일 전까지", after_an_event()), "2024-01-22T00:00:00Z");
}

TEST(DateReference, TheFirstDayToComeIsReferredTo) {
  const auto anchor = [](std::string_view text) {
    const Parsed parsed(text);
    const auto found = anchor_of(parsed.parse.dates, said());
    return found ? to_string(to_time(found->day, found->minute.value_or(0), 0, 0)) : "none";
  };
  EXPECT_EQ(anchor("The visit is on 26 January at 2pm."), "2024-01-26T14:00:00Z");
  EXPECT_EQ(anchor("We met on 3 January, the next visit is on 26 January."),
            "2024-01-26T00:00:00Z");
  EXPECT_EQ(anchor("The call is on 26 January at 11pm EST."), "2024-01-27T04:00:00Z");
  EXPECT_EQ(anchor("Please reply by Friday."), "none");
  EXPECT_EQ(anchor("It happened yesterday."), "none");
}

TEST(DateReference, LengthsInWords) {
  EXPECT_EQ(begin_of("이틀 뒤에"), "2024-01-17T12:00:00Z");
  EXPECT_EQ(begin_of("보름 뒤인 1월 30일"), "2024-01-30T12:00:00Z");
  EXPECT_EQ(end_of("일주일 이내"), "2024-01-22T23:59:59Z");
  EXPECT_EQ(begin_of("사흘 전에"), "2024-01-12T12:00:00Z");
}

TEST(DateReference, WeeksOfAMonth) {
  EXPECT_EQ(end_of("2월 셋째 주 금요일까지"), "2024-02-16T23:59:59Z");
  EXPECT_EQ(begin_of("다음 달 둘째 주 토요일"), "2024-02-10T12:00:00Z");
  EXPECT_EQ(begin_of("2월 마지막 주 목요일"), "2024-02-29T12:00:00Z");
  EXPECT_EQ(begin_of("the third Friday of April"), "2024-04-19T12:00:00Z");
  EXPECT_EQ(begin_of("last Monday in May 2025"), "2025-05-26T12:00:00Z");
  EXPECT_EQ(begin_of("the second Friday train"), "2024-01-19T12:00:00Z");
}

TEST(DateReference, EndsAndWeekends) {
  EXPECT_EQ(end_of("이달 말일까지"), "2024-01-31T23:59:59Z");
  EXPECT_EQ(end_of("월말까지"), "2024-01-31T23:59:59Z");
  EXPECT_EQ(end_of("연말까지"), "2024-12-31T23:59:59Z");
  EXPECT_EQ(begin_of("다음 주말에"), "2024-01-27T12:00:00Z");
  EXPECT_EQ(begin_of("this weekend"), "2024-01-20T12:00:00Z");
  EXPECT_EQ(end_of("before the weekend"), "2024-01-19T23:59:59Z");
  EXPECT_EQ(end_of("on or before 26 January"), "2024-01-26T23:59:59Z");
  EXPECT_EQ(end_of("COB Wednesday"), "2024-01-17T23:59:59Z");
}

TEST(DateReference, WithinADayOrWeek) {
  EXPECT_EQ(end_of("금일 중 회신"), "2024-01-15T23:59:59Z");
  EXPECT_EQ(end_of("이번 주 중으로"), "2024-01-19T23:59:59Z");
  EXPECT_EQ(end_of("(~1/19(금))"), "2024-01-19T23:59:59Z");
  EXPECT_EQ(Parsed("2월 중 출시").parse.dates.at(0).role, DateRole::Point);
}

TEST(DateReference, ShortAndDottedDays) {
  EXPECT_EQ(end_of("1. 19.(금) 18:00까지"), "2024-01-19T18:00:00Z");
  EXPECT_EQ(begin_of("1.19(금)에"), "2024-01-19T12:00:00Z");
  EXPECT_EQ(begin_of("16일 저녁에"), "2024-01-16T12:00:00Z");
  EXPECT_EQ(begin_of("on Friday 19th"), "2024-01-19T12:00:00Z");
  EXPECT_EQ(begin_of("Tuesday's visit"), "2024-01-16T12:00:00Z");
  EXPECT_EQ(begin_of("on Wednesday week"), "2024-01-24T12:00:00Z");
  EXPECT_EQ(begin_of("1.19 million"), "none");
}

TEST(DateReference, ClocksWithAPointOrInWords) {
  EXPECT_EQ(begin_of("Friday at 6.30pm"), "2024-01-19T18:30:00Z");
  EXPECT_EQ(begin_of("on Friday at four o'clock"), "2024-01-19T16:00:00Z");
  EXPECT_EQ(begin_of("on Friday between 1 and 3 p.m."), "2024-01-19T13:00:00Z");
  EXPECT_EQ(begin_of("Friday between 10:30 and 11:30"), "2024-01-19T10:30:00Z");
  EXPECT_EQ(begin_of("prices rose by 5.45 per cent"), "none");
}

TEST(DateReference, Ranges) {
  const Parsed korean("2월 20일(화) 14:00~15:30");
  ASSERT_EQ(korean.parse.dates.size(), 2u);
  EXPECT_EQ(to_string(korean.parse.dates[0].begin), "2024-02-20T14:00:00Z");
  EXPECT_EQ(korean.parse.dates[1].role, DateRole::Until) << "the end of an event is no deadline";
  const Parsed english("from 9am to 5pm on 24 February");
  ASSERT_EQ(english.parse.dates.size(), 2u);
  EXPECT_EQ(to_string(english.parse.dates[0].begin), "2024-02-24T09:00:00Z");
  EXPECT_EQ(begin_of("2월 24~26일"), "2024-02-24T12:00:00Z");
  EXPECT_EQ(end_of("2월 24~26일"), "2024-02-26T23:59:59Z");
}

TEST(DateReference, HalvesOfTheDay) {
  EXPECT_EQ(begin_of("2024-03-05(화) 오후 3:00"), "2024-03-05T15:00:00Z");
  EXPECT_EQ(begin_of("tonight at 7:30"), "2024-01-15T19:30:00Z");
  EXPECT_EQ(Parsed("20일(토) 오전까지").parse.dates.at(0).role, DateRole::Deadline);
  EXPECT_EQ(end_of("오늘 자정까지"), "2024-01-15T23:59:59Z");
}

TEST(DateReference, MoreDays) {
  EXPECT_EQ(begin_of("two weeks ago"), "2024-01-01T12:00:00Z");
  EXPECT_EQ(begin_of("Thursday the 25th"), "2024-01-25T12:00:00Z");
  EXPECT_EQ(begin_of("오는 20일"), "2024-01-20T12:00:00Z");
}

TEST(DateReference, ZonesOfPlaces) {
  EXPECT_EQ(begin_of("11am ET on 16 January"), "2024-01-16T16:00:00Z");
  EXPECT_EQ(begin_of("16 July 2024 at 11am ET"), "2024-07-16T15:00:00Z");
  EXPECT_EQ(begin_of("16 July 2024 at 11am (PT)"), "2024-07-16T18:00:00Z");
  EXPECT_EQ(begin_of("한국 시간 1월 16일 오전 10시"), "2024-01-16T01:00:00Z");
}

TEST(DateReference, WhatIsSinceOrLatestIsPast) {
  EXPECT_EQ(begin_of("It has been cold since Sunday."), "2024-01-14T12:00:00Z");
  EXPECT_EQ(begin_of("지난 목요일"), "2024-01-11T12:00:00Z");
  EXPECT_EQ(begin_of("지난주 목요일"), "2024-01-11T12:00:00Z");
  EXPECT_EQ(begin_of("지난 목요일", said("2024-01-19T09:00:00Z")), "2024-01-18T12:00:00Z");
}

TEST(DateReference, SummerTimeInTheUsa) {
  EXPECT_FALSE(is_us_daylight(*day_of(2024, 3, 9)));
  EXPECT_TRUE(is_us_daylight(*day_of(2024, 3, 10)));
  EXPECT_TRUE(is_us_daylight(*day_of(2024, 11, 2)));
  EXPECT_FALSE(is_us_daylight(*day_of(2024, 11, 3)));
}

}  // namespace
}  // namespace memfold::models::extractor
