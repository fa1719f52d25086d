#include "models/extractor/dates.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

struct SpokenDate {
  const char *text, *begin;
};

std::string first_begin(std::string_view text, int offset = 0) {
  const Parsed parsed(text, said(kMonday, offset));
  return parsed.parse.dates.empty() ? "none" : to_string(parsed.parse.dates[0].begin);
}
std::string first_end(std::string_view text) {
  const Parsed parsed(text);
  return parsed.parse.dates.empty() ? "none" : to_string(parsed.parse.dates[0].end);
}
DateRole first_role(std::string_view text) {
  const Parsed parsed(text);
  return parsed.parse.dates.empty() ? DateRole::Point : parsed.parse.dates[0].role;
}

TEST(Dates, EnglishDays) {
  for (const SpokenDate& c : {SpokenDate{"See you today", "2024-01-15T12:00:00Z"},
                              SpokenDate{"See you tomorrow", "2024-01-16T12:00:00Z"},
                              SpokenDate{"I saw it yesterday", "2024-01-14T12:00:00Z"},
                              SpokenDate{"the day after tomorrow", "2024-01-17T12:00:00Z"},
                              SpokenDate{"on Friday", "2024-01-19T12:00:00Z"},
                              SpokenDate{"on Monday", "2024-01-15T12:00:00Z"},
                              SpokenDate{"this Thursday", "2024-01-18T12:00:00Z"},
                              SpokenDate{"next Tuesday", "2024-01-23T12:00:00Z"},
                              SpokenDate{"last Friday", "2024-01-12T12:00:00Z"},
                              SpokenDate{"next week", "2024-01-22T12:00:00Z"},
                              SpokenDate{"Jan 22", "2024-01-22T12:00:00Z"},
                              SpokenDate{"January 22nd, 2025", "2025-01-22T12:00:00Z"},
                              SpokenDate{"22 January", "2024-01-22T12:00:00Z"},
                              SpokenDate{"the 22nd of January", "2024-01-22T12:00:00Z"},
                              SpokenDate{"on the 3rd", "2024-02-03T12:00:00Z"},
                              SpokenDate{"Monday, 22 January 2024", "2024-01-22T12:00:00Z"},
                              SpokenDate{"Mon 22 Jan", "2024-01-22T12:00:00Z"},
                              SpokenDate{"2026-01-22", "2026-01-22T12:00:00Z"},
                              SpokenDate{"2026/1/22", "2026-01-22T12:00:00Z"},
                              SpokenDate{"2026.01.22", "2026-01-22T12:00:00Z"},
                              SpokenDate{"due 1/22", "2024-01-22T12:00:00Z"},
                              SpokenDate{"on 22/1/2024", "2024-01-22T12:00:00Z"},
                              SpokenDate{"Dec 20", "2023-12-20T12:00:00Z"},
                              SpokenDate{"in 2 weeks", "2024-01-29T12:00:00Z"},
                              SpokenDate{"in three days", "2024-01-18T12:00:00Z"},
                              SpokenDate{"22-25 January", "2024-01-22T12:00:00Z"}}) {
    EXPECT_EQ(first_begin(c.text), c.begin) << c.text;
  }
}

TEST(Dates, KoreanDays) {
  for (const SpokenDate& c : {SpokenDate{"오늘 봅시다", "2024-01-15T12:00:00Z"},
                              SpokenDate{"내일 뵙겠습니다", "2024-01-16T12:00:00Z"},
                              SpokenDate{"모레", "2024-01-17T12:00:00Z"},
                              SpokenDate{"어제", "2024-01-14T12:00:00Z"},
                              SpokenDate{"금요일에", "2024-01-19T12:00:00Z"},
                              SpokenDate{"이번 주 금요일", "2024-01-19T12:00:00Z"},
                              SpokenDate{"다음 주 월요일", "2024-01-22T12:00:00Z"},
                              SpokenDate{"다음주 화요일에", "2024-01-23T12:00:00Z"},
                              SpokenDate{"지난주 금요일", "2024-01-12T12:00:00Z"},
                              SpokenDate{"차주 수요일", "2024-01-24T12:00:00Z"},
                              SpokenDate{"다다음 주 월요일", "2024-01-29T12:00:00Z"},
                              SpokenDate{"1월 22일", "2024-01-22T12:00:00Z"},
                              SpokenDate{"1월22일(월)", "2024-01-22T12:00:00Z"},
                              SpokenDate{"2026년 1월 22일", "2026-01-22T12:00:00Z"},
                              SpokenDate{"2026. 1. 22.", "2026-01-22T12:00:00Z"},
                              SpokenDate{"22일까지", "2024-01-22T12:00:00Z"},
                              SpokenDate{"1/22(월)", "2024-01-22T12:00:00Z"},
                              SpokenDate{"다음 달 3일", "2024-02-03T12:00:00Z"},
                              SpokenDate{"이번달 말", "2024-01-31T12:00:00Z"},
                              SpokenDate{"2월 말", "2024-02-29T12:00:00Z"},
                              SpokenDate{"3일 후", "2024-01-18T12:00:00Z"},
                              SpokenDate{"2주 뒤에", "2024-01-29T12:00:00Z"},
                              SpokenDate{"1분기 말까지", "2024-03-31T12:00:00Z"}}) {
    EXPECT_EQ(first_begin(c.text), c.begin) << c.text;
  }
}

TEST(Dates, TimesOfDay) {
  for (const SpokenDate& c : {SpokenDate{"tomorrow at 2", "2024-01-16T14:00:00Z"},
                              SpokenDate{"see you at 2 tomorrow", "2024-01-16T14:00:00Z"},
                              SpokenDate{"next Tuesday 3pm", "2024-01-23T15:00:00Z"},
                              SpokenDate{"Jan 22 at 10:30 am", "2024-01-22T10:30:00Z"},
                              SpokenDate{"3-5pm on Friday", "2024-01-19T15:00:00Z"},
                              SpokenDate{"Friday at noon", "2024-01-19T12:00:00Z"},
                              SpokenDate{"2024-01-22T14:05", "2024-01-22T14:05:00Z"},
                              SpokenDate{"내일 오후 3시", "2024-01-16T15:00:00Z"},
                              SpokenDate{"내일 3시", "2024-01-16T15:00:00Z"},
                              SpokenDate{"1월 22일(월) 오전 10시 30분", "2024-01-22T10:30:00Z"},
                              SpokenDate{"22일 오후 2시반에", "2024-01-22T14:30:00Z"},
                              SpokenDate{"내일 15:00", "2024-01-16T15:00:00Z"},
                              SpokenDate{"오전 12시", "2024-01-15T00:00:00Z"}}) {
    EXPECT_EQ(first_begin(c.text), c.begin) << c.text;
  }
}

TEST(Dates, FollowTheAuthorsZone) {
  EXPECT_EQ(first_begin("내일 오후 3시", 540), "2024-01-16T06:00:00Z");
  EXPECT_EQ(first_begin("tomorrow at 3pm", -480), "2024-01-16T23:00:00Z");
  EXPECT_EQ(first_begin("tomorrow 3pm KST", -480), "2024-01-16T06:00:00Z");
  // 09:00Z is already the 16th in Kiritimati.
  EXPECT_EQ(first_begin("오늘 정오", 14 * 60 + 60), "2024-01-15T21:00:00Z");
  EXPECT_EQ(first_begin("on Friday", 540).substr(0, 10), "2024-01-19");
}

TEST(Dates, RolesComeFromTheWordsAround) {
  for (const char* text : {"by Friday", "due Friday", "due on Jan 25", "before Friday",
                           "The deadline for the draft is Friday", "no later than Jan 25",
                           "within 3 days", "by the end of Q1", "22일까지", "1월 22일(월)까지",
                           "금요일 전까지", "3일 이내", "마감: 1월 22일", "1월 22일 마감", "EOD"}) {
    EXPECT_EQ(first_role(text), DateRole::Deadline) << text;
  }
  EXPECT_EQ(first_role("away until Friday"), DateRole::Until);
  EXPECT_EQ(first_role("from Monday"), DateRole::From);
  EXPECT_EQ(first_role("1월 20일부터"), DateRole::From);
  EXPECT_EQ(first_role("on Friday"), DateRole::Point);
  EXPECT_EQ(first_role("금요일에"), DateRole::Point);
}

TEST(Dates, DeadlinesEndWithTheDay) {
  EXPECT_EQ(first_end("by Friday"), "2024-01-19T23:59:59Z");
  EXPECT_EQ(first_end("before Friday"), "2024-01-19T00:00:00Z");
  EXPECT_EQ(first_end("금요일 전까지"), "2024-01-19T00:00:00Z");
  EXPECT_EQ(first_end("by Friday 5pm"), "2024-01-19T17:00:00Z");
  EXPECT_EQ(first_end("by the end of Q1"), "2024-03-31T23:59:59Z");
  EXPECT_EQ(first_end("by end of next week"), "2024-01-26T23:59:59Z");
  EXPECT_EQ(first_end("이번 달 말까지"), "2024-01-31T23:59:59Z");
}

TEST(Dates, APeriodKeepsItsDay) {
  const Parsed parsed("6월 13일 오전 9시부터 오후 1시까지");
  ASSERT_EQ(parsed.parse.dates.size(), 2u);
  EXPECT_EQ(to_string(parsed.parse.dates[0].begin), "2024-06-13T09:00:00Z");
  EXPECT_EQ(to_string(parsed.parse.dates[1].end), "2024-06-13T13:00:00Z");
}

TEST(Dates, ThePastLooksBack) {
  EXPECT_EQ(first_begin("We met on Friday"), "2024-01-12T12:00:00Z");
  EXPECT_EQ(first_begin("The review was moved to Friday"), "2024-01-19T12:00:00Z");
}

TEST(Dates, WhatOnlyLooksLikeOne) {
  for (const char* text :
       {"version 2.6.18", "chapter 3/4", "Sun Microsystems", "you may 3 times", "march on",
        "I sat down", "30일은 길다", "3시간 동안", "patch 1/3", "the second one", "1.22 million",
        "2024-13-45", "99:99", "13월 40일", "at 100%", "by the way"}) {
    EXPECT_EQ(first_begin(text), "none") << text;
  }
}

TEST(Dates, WithoutTheMailsDateOnlyYearsCount) {
  const Parsed parsed("내일, tomorrow, 1월 3일, 2026-01-22, Friday", {std::nullopt, 0});
  ASSERT_EQ(parsed.parse.dates.size(), 1u);
  EXPECT_EQ(to_string(parsed.parse.dates[0].begin), "2026-01-22T12:00:00Z");
}

TEST(Dates, YearEndsAreCrossed) {
  const Parsed december("Jan 3", said("2023-12-28T09:00:00Z"));
  EXPECT_EQ(to_string(december.parse.dates.at(0).begin), "2024-01-03T12:00:00Z");
  const Parsed quarter("by end of next quarter", said("2023-12-28T09:00:00Z"));
  EXPECT_EQ(to_string(quarter.parse.dates.at(0).end), "2024-03-31T23:59:59Z");
}

}  // namespace
}  // namespace memfold::models::extractor
