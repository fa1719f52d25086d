// Expressions as people write them, with the day a careful reader would put in a diary.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

/// What is read, in the writer's zone: "at" the first mention's beginning, "due" or "until" its
/// end.
struct Row {
  const char *text, *expected;
};
struct Mail {
  const char* said;
  int offset;
};

std::string read(std::string_view text, const Mail& mail) {
  const Parsed parsed(text, said(mail.said, mail.offset));
  const auto& dates = parsed.parse.dates;
  if (dates.empty()) return "none";
  auto limit = std::find_if(dates.begin(), dates.end(), [](const DateMention& date) {
    return date.role == DateRole::Deadline;
  });
  if (dates[0].role == DateRole::Until) limit = dates.begin();
  const DateMention& date = limit != dates.end() ? *limit : dates[0];
  const Time time = limit != dates.end() ? date.end : date.begin;
  const std::string local =
      to_string(Time{time.micros + std::int64_t{mail.offset} * 60 * kMicrosPerSecond});
  const bool until = date.role == DateRole::Until;
  return (until                  ? "until "
          : limit != dates.end() ? "due "
                                 : "at ") +
         local.substr(0, date.has_time ? 16 : 10);
}

void expect_rows(std::span<const Row> rows, const Mail& mail) {
  for (const Row& row : rows) EXPECT_EQ(read(row.text, mail), row.expected) << row.text;
}

// Thursday, before a leap day
constexpr Mail kLeapYear{"2024-02-22T10:00:00Z", 0};
constexpr Row kEnglish[] = {
    {"See you this coming Tuesday.", "at 2024-02-27"},
    {"See you on Tuesday week.", "at 2024-03-05"},
    {"Let's meet a week on Monday.", "at 2024-03-04"},
    {"The survey is a week from Friday.", "at 2024-03-01"},
    {"We reconvene two weeks from today.", "at 2024-03-07"},
    {"She is back three days from now.", "at 2024-02-25"},
    {"The audit starts in a fortnight.", "at 2024-03-07"},
    {"We move in six weeks' time.", "at 2024-04-04"},
    {"The lease ends in a couple of months.", "at 2024-04-22"},
    {"in one month", "at 2024-03-22"},
    {"in 3 business days", "at 2024-02-27"},
    {"Please answer within five working days.", "due 2024-02-29"},
    {"Return it within the next ten days.", "due 2024-03-03"},
    {"Reply within 48 hours.", "due 2024-02-24"},
    {"within 30 days of 1 March", "due 2024-03-31"},
    {"Send it by EOD.", "due 2024-02-22"},
    {"Send it by EOD Monday.", "due 2024-02-26"},
    {"I need it by COB on Wednesday, 28 February.", "due 2024-02-28"},
    {"by close of business on Friday", "due 2024-02-23"},
    {"by the end of the day tomorrow", "due 2024-02-23"},
    {"by the end of play on Tuesday", "due 2024-02-27"},
    {"by end of business Monday", "due 2024-02-26"},
    {"Numbers are needed Friday EOD.", "due 2024-02-23"},
    {"by the end of the week", "due 2024-02-23"},
    {"by end of next week", "due 2024-03-01"},
    {"by next week", "due 2024-03-01"},
    {"by the end of the month", "due 2024-02-29"},
    {"by month end", "due 2024-02-29"},
    {"by the year-end", "due 2024-12-31"},
    {"by end-of-quarter", "due 2024-03-31"},
    {"by the end of Q2", "due 2024-06-30"},
    {"by end March", "due 2024-03-31"},
    {"by the end of next month", "due 2024-03-31"},
    {"by EOM", "due 2024-02-29"},
    {"by mid-March", "due 2024-03-15"},
    {"We launch in mid-April.", "at 2024-04-15"},
    {"early next week", "at 2024-02-26"},
    {"late March", "at 2024-03-21"},
    {"We open in early May.", "at 2024-05-01"},
    {"no later than 5 March", "due 2024-03-05"},
    {"not later than noon on 5 March", "due 2024-03-05T12:00"},
    {"latest 14/03", "due 2024-03-14"},
    {"Closing date: 25 September 2024 at 12h00.", "due 2024-09-25T12:00"},
    {"Registration ends: 2024-04-30", "due 2024-04-30"},
    {"The last day to sign up is 8 March.", "due 2024-03-08"},
    {"The offer expires on 1 April.", "until 2024-04-01"},
    {"Your MOT runs out on 4/10/2024.", "until 2024-10-04"},
    {"on 4 March from 9 until 12", "at 2024-03-04T09:00"},
    {"tomorrow, say 11:30", "at 2024-02-23T11:30"},
    {"prior to 1 March", "due 2024-03-01"},
    {"ahead of 11 March", "due 2024-03-11"},
    {"at the latest on 4 March", "at 2024-03-04"},
    {"on 4 March at the latest", "due 2024-03-04"},
    {"Come on the 29th.", "at 2024-02-29"},
    {"The 14th works for me.", "at 2024-03-14"},
    {"the 1st of next month", "at 2024-03-01"},
    {"on the fifteenth", "at 2024-03-15"},
    {"the first of April", "at 2024-04-01"},
    {"the second Tuesday in May", "at 2024-05-14"},
    {"the first Monday of next month", "at 2024-03-04"},
    {"the last Friday of March", "at 2024-03-29"},
    {"the last working day of the month", "at 2024-02-29"},
    {"the first working day of March", "at 2024-03-01"},
    {"the week of 4 March", "at 2024-03-04"},
    {"week commencing Monday 11 March", "at 2024-03-11"},
    {"w/c 11 March", "at 2024-03-11"},
    {"the week after next", "at 2024-03-04"},
    {"from 23 to 25 June 2024", "at 2024-06-23"},
    {"4-8 March", "at 2024-03-04"},
    {"March 4 to 8", "at 2024-03-04"},
    {"on Friday 1st March at half past seven", "at 2024-03-01T19:30"},
    {"tomorrow at a quarter to nine", "at 2024-02-23T08:45"},
    {"at ten past one the day after tomorrow", "at 2024-02-24T13:10"},
    {"tomorrow between 8 and 10 in the morning", "at 2024-02-23T08:00"},
    {"Monday 11-1pm", "at 2024-02-26T11:00"},
    {"Monday, 2-4pm", "at 2024-02-26T14:00"},
    {"Friday at 3:30", "at 2024-02-23T15:30"},
    {"Friday at 03:30", "at 2024-02-23T03:30"},
    {"Friday 9.30am", "at 2024-02-23T09:30"},
    {"Tuesday 27 February, 14h30", "at 2024-02-27T14:30"},
    {"Tuesday at 1400 hrs", "at 2024-02-27T14:00"},
    {"Saturday at two o'clock in the afternoon", "at 2024-02-24T14:00"},
    {"Let's have dinner on Saturday at 7:30.", "at 2024-02-24T19:30"},
    {"noon on Monday", "at 2024-02-26T12:00"},
    {"tonight at eight", "at 2024-02-22T20:00"},
    {"first thing Monday", "at 2024-02-26"},
    {"on Mon 26 Feb at 10:00 UT", "at 2024-02-26T10:00"},
    {"on 26 February at 20:00 UTC+9", "at 2024-02-26T11:00"},
    {"on 26 February at 20:00Z", "at 2024-02-26T20:00"},
    {"on 26 February at 9 am Pacific time", "at 2024-02-26T17:00"},
    {"on 26 February at 10am ET", "at 2024-02-26T15:00"},
    {"It shipped last night.", "at 2024-02-21"},
    {"We deployed it on Tuesday.", "at 2024-02-20"},
    {"He died peacefully on Sunday.", "at 2024-02-18"},
    {"We deploy it on Tuesday.", "at 2024-02-27"},
    {"We agreed to meet on Tuesday.", "at 2024-02-27"},
    {"The review is planned for Tuesday.", "at 2024-02-27"},
    {"It will be sent out on Tuesday.", "at 2024-02-27"},
    {"I saw her two weeks ago.", "at 2024-02-08"},
    {"two weeks before 15 March", "due 2024-03-01"},
    {"Christmas Eve", "at 2024-12-24"},
    {"New Year's Day", "at 2025-01-01"},
    {"Boxing Day", "at 2024-12-26"},
    {"see you on wednesday", "at 2024-02-28"},
    {"Submit it by noon every Friday.", "due 2024-02-23T12:00"},
    {"The warranty ends on 31/12/2025.", "until 2025-12-31"},
    {"She lands on Thursday night at 11:45.", "at 2024-02-22T23:45"},
    {"must reach us by the last day of August", "due 2024-08-31"},
    {"Due 5/3", "due 2024-03-05"},
    {"due 24.3.15. (Fri)", "due 2024-03-15"},
    {"We need it by 18.08.2024, 12:00.", "due 2024-08-18T12:00"},
    {"by 18.08. at the latest", "due 2024-08-18"},
    {"on Tue Feb 27 from 0600 to 1800 AKST", "at 2024-02-27T15:00"},
    {"School closes at 2 pm on Friday 1 March.", "until 2024-03-01T14:00"},
    {"Contracts were exchanged at 9.10 this morning.", "at 2024-02-22T09:10"},
    {"Come on Thursday at 9.", "at 2024-02-29T09:00"},
    {"Come on Thursday at 11.", "at 2024-02-22T11:00"},
};
TEST(DateTable, EnglishBeforeALeapDay) {
  expect_rows(kEnglish, kLeapYear);
}

// Tuesday; America writes the month first
constexpr Mail kYearEnd{"2024-12-31T20:00:00Z", -480};
constexpr Row kAtYearEnd[] = {
    {"tomorrow", "at 2025-01-01"},
    {"on Friday", "at 2025-01-03"},
    {"next Monday", "at 2025-01-06"},
    {"by 1/5", "due 2025-01-05"},
    {"by EOD 1/3", "due 2025-01-03"},
    {"on Jan 2", "at 2025-01-02"},
    {"by January 15th", "due 2025-01-15"},
    {"on December 20", "at 2024-12-20"},
    {"the first Monday of next month", "at 2025-01-06"},
    {"by the end of the month", "due 2024-12-31"},
    {"by the end of next month", "due 2025-01-31"},
    {"in two months", "at 2025-02-28"},
    {"by end of Q1", "due 2024-03-31"},
    {"next quarter", "at 2025-01-01"},
    {"by end of next quarter", "due 2025-03-31"},
    {"next year", "at 2025-01-01"},
    {"by midnight", "due 2024-12-31T23:59"},
    {"tonight at 9", "at 2024-12-31T21:00"},
    {"in 3 business days", "at 2025-01-03"},
    {"by October 1", "due 2025-10-01"},
};
TEST(DateTable, EnglishAtTheEndOfAYear) {
  expect_rows(kAtYearEnd, kYearEnd);
}

// Friday 31 May, 23:30 in Seoul
constexpr Mail kMonthEnd{"2024-05-31T14:30:00Z", 540};
constexpr Row kKorean[] = {
    {"내일 뵙겠습니다.", "at 2024-06-01"},
    {"모레 오전 10시에 봬요.", "at 2024-06-02T10:00"},
    {"글피에 출발합니다.", "at 2024-06-03"},
    {"낼까지 보내 줘", "due 2024-06-01"},
    {"담주 토욜 저녁 6시에 보자.", "at 2024-06-08T18:00"},
    {"다음 주 초에 시작합니다.", "at 2024-06-03"},
    {"다음 주까지 주세요.", "due 2024-06-07"},
    {"내주 수요일까지 회신 바랍니다.", "due 2024-06-05"},
    {"차주 금요일", "at 2024-06-07"},
    {"이번 주 금요일까지", "due 2024-05-31"},
    {"금주 내 처리 바람", "due 2024-05-31"},
    {"다다음 주 월요일", "at 2024-06-10"},
    {"오는 화요일에 봅시다.", "at 2024-06-04"},
    {"돌아오는 목요일 3시", "at 2024-06-06T15:00"},
    {"이번 달 말까지 제출", "due 2024-05-31"},
    {"다음 달 말까지", "due 2024-06-30"},
    {"다음 달 5일까지", "due 2024-06-05"},
    {"다음 달 중순까지", "due 2024-06-15"},
    {"6월 초에 엽니다.", "at 2024-06-01"},
    {"7월 하순까지", "due 2024-07-31"},
    {"6월 말까지", "due 2024-06-30"},
    {"월말까지", "due 2024-05-31"},
    {"연내 마무리", "due 2024-12-31"},
    {"연말까지", "due 2024-12-31"},
    {"상반기까지 끝냅니다.", "due 2024-06-30"},
    {"하반기 말까지", "due 2024-12-31"},
    {"이번 분기 말까지", "due 2024-06-30"},
    {"다음 분기 말까지", "due 2024-09-30"},
    {"3분기까지", "due 2024-09-30"},
    {"3일 이내에 회신", "due 2024-06-03"},
    {"5영업일 이내", "due 2024-06-07"},
    {"영업일 기준 3일 이내", "due 2024-06-05"},
    {"48시간 이내 답변", "due 2024-06-02"},
    {"2주 뒤에 봅시다.", "at 2024-06-14"},
    {"한 달 뒤", "at 2024-06-30"},
    {"두 달 안에", "due 2024-07-31"},
    {"3개월 후", "at 2024-08-31"},
    {"보름 뒤", "at 2024-06-15"},
    {"열흘 안에", "due 2024-06-10"},
    {"이틀 뒤", "at 2024-06-02"},
    {"일주일 후", "at 2024-06-07"},
    {"15일까지", "due 2024-06-15"},
    {"15일 오후 2시", "at 2024-06-15T14:00"},
    {"15일 14시", "at 2024-06-15T14:00"},
    {"3일 전까지 보내 주세요.", "due 2024-06-03"},
    {"6월 15일 전까지", "due 2024-06-15"},
    {"6월 15일(토) 오후 2시 30분", "at 2024-06-15T14:30"},
    {"6/15(토) 14:30", "at 2024-06-15T14:30"},
    {"6/17(월) 한", "due 2024-06-17"},
    {"6.17(월)까지", "due 2024-06-17"},
    {"24.6.17.까지", "due 2024-06-17"},
    {"2024. 6. 17.까지", "due 2024-06-17"},
    {"2024년 6월 17일까지", "due 2024-06-17"},
    {"납부기한: 2024-06-25", "due 2024-06-25"},
    {"제출 마감: 6월 20일", "due 2024-06-20"},
    {"반납 예정일은 6월 7일입니다.", "due 2024-06-07"},
    {"6월 10일 자정까지", "due 2024-06-10T23:59"},
    {"6월 10일 24시까지", "due 2024-06-10T23:59"},
    {"6월 10일 밤 12시까지", "due 2024-06-10T23:59"},
    {"6월 10일 정오까지", "due 2024-06-10T12:00"},
    {"6월 10일 18시까지", "due 2024-06-10T18:00"},
    {"내일 새벽 5시", "at 2024-06-01T05:00"},
    {"내일 낮 12시 반", "at 2024-06-01T12:30"},
    {"내일 오후 2~4시", "at 2024-06-01T14:00"},
    {"내일 14~16시", "at 2024-06-01T14:00"},
    {"내일 오전 10시~12시", "at 2024-06-01T10:00"},
    {"금일 퇴근 전까지", "due 2024-05-31"},
    {"내일 퇴근 전까지", "due 2024-06-01"},
    {"6월 둘째 주 토요일", "at 2024-06-08"},
    {"다음 달 첫째 주 월요일", "at 2024-06-03"},
    {"셋째 주 수요일", "at 2024-06-19"},
    {"7월 마지막 주 금요일", "at 2024-07-26"},
    {"7월 둘째 주까지", "due 2024-07-12"},
    {"지난 25일에 가결되었습니다.", "at 2024-05-25"},
    {"9월분부터 오릅니다.", "at 2024-09-01"},
    {"6월 22일부터 23일까지 열립니다.", "due 2024-06-23"},
    {"6월 4~5일", "at 2024-06-04"},
    {"22일 토요일 오후 1시 반으로 예약", "at 2024-06-22T13:30"},
    {"보험이 6월 21일에 만기됩니다.", "until 2024-06-21"},
    {"크리스마스 이브", "at 2024-12-24"},
    {"광복절에 쉽니다.", "at 2024-08-15"},
    {"작일 재고 실사 완료", "at 2024-05-30"},
    {"지난주 수요일에", "at 2024-05-22"},
    {"수요일에 배포했습니다.", "at 2024-05-29"},
    {"수요일에 배포합니다.", "at 2024-06-05"},
    {"수요일에 만나기로 했습니다.", "at 2024-06-05"},
    {"한국시간으로 다음 주 화요일 오전 9시", "at 2024-06-04T09:00"},
    {"내년 1월 10일", "at 2025-01-10"},
    {"내년 상반기까지", "due 2025-06-30"},
    {"10월 1일까지", "due 2024-10-01"},
    {"1월 10일까지", "due 2025-01-10"},
};
TEST(DateTable, KoreanAtTheEndOfAMonth) {
  expect_rows(kKorean, kMonthEnd);
}

// Sunday evening in California, Monday in Seoul
constexpr Mail kAbroad{"2021-11-22T02:20:00Z", -480};
constexpr Row kFromAbroad[] = {
    {"내일 오후 3시", "at 2021-11-22T15:00"},
    {"한국 시간 11월 24일 오전 9시", "at 2021-11-23T16:00"},
    {"한국시간으로 수요일 오전 9시", "at 2021-11-23T16:00"},
    {"tomorrow 9am KST", "at 2021-11-21T16:00"},
    {"tomorrow at 9am Korea time", "at 2021-11-21T16:00"},
    {"this weekend", "at 2021-11-20"},
    {"next weekend", "at 2021-11-27"},
    {"다음 주 월요일", "at 2021-11-22"},
};
TEST(DateTable, ZonesFarApart) {
  expect_rows(kFromAbroad, kAbroad);
}

// 1 February in California: an event in June is in summer time
TEST(DateTable, AnEventOfAnotherSeasonKeepsItsHour) {
  const Parsed winter("our wedding on June 14 at four o'clock in the afternoon",
                      said("2025-02-01T18:00:00Z", -480));
  EXPECT_EQ(to_string(winter.parse.dates.at(0).begin), "2025-06-14T23:00:00Z");
  const Parsed summer("Flight leaves Heathrow at 15:05 on 3 November.",
                      said("2024-09-17T13:20:00Z", 60));
  EXPECT_EQ(to_string(summer.parse.dates.at(0).begin), "2024-11-03T15:05:00Z");
  const Parsed seoul("11월 3일 15시", said("2024-06-17T13:20:00Z", 540));
  EXPECT_EQ(to_string(seoul.parse.dates.at(0).begin), "2024-11-03T06:00:00Z");
}

TEST(DateTable, WhereSomethingIsMovedTo) {
  for (const char* text : {"Go-live is moved from 4 November to 2 December.",
                           "오픈일을 11월 4일에서 12월 2일로 연기합니다."}) {
    const Parsed parsed(text, said("2024-09-18T17:00:00Z"));
    ASSERT_EQ(parsed.parse.dates.size(), 2u) << text;
    EXPECT_FALSE(parsed.parse.dates[0].moved_to) << text;
    EXPECT_TRUE(parsed.parse.dates[1].moved_to) << text;
    EXPECT_TRUE(parsed.parse.has(Sign::Moved)) << text;
  }
}

TEST(DateTable, WhatOnlyLooksLikeADate) {
  for (const char* text : {"a 14th floor flat",
                           "the 2nd review of it",
                           "half of the team",
                           "upgraded to 22.05.8",
                           "one in three",
                           "3/4 cup",
                           "Use 2 of 3 nodes.",
                           "It is a new year for us",
                           "early adopters",
                           "late fees",
                           "at the close of the debate",
                           "over two thousand",
                           "in the end",
                           "a quarter of it",
                           "3월 한 달",
                           "첫 출근",
                           "5시간 걸립니다",
                           "두 주먹",
                           "세 가지",
                           "한 주문",
                           "11월 중 개최"}) {
    const std::string given = read(text, kLeapYear);
    const std::string_view whole = text;
    if (whole.find("월") != whole.npos) {
      EXPECT_EQ(given.substr(0, 2), "at") << text;
    } else {
      EXPECT_EQ(given, "none") << text;
    }
  }
}

}  // namespace
}  // namespace memfold::models::extractor
