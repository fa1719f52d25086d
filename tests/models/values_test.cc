#include "models/analyst/values.h"

#include <gtest/gtest.h>

#include <string>

#include "models/analyst/reading.h"

namespace memfold::models {
namespace {

/// "property normal" of every value, joined by "; ". Weak names are left out.
std::string values_of(std::string_view text, std::optional<Time> occurred_at = std::nullopt) {
  const Reading reading(Statement{text, {}, occurred_at});
  std::string result;
  for (const Value& value : reading.values) {
    if (value.weak) continue;
    if (!result.empty()) result += "; ";
    result.append(property_name(value.type)).append(" ").append(value.normal);
  }
  return result;
}

struct ValueCase {
  const char* text;
  const char* expected;
};

class ValuesTest : public testing::TestWithParam<ValueCase> {};

TEST_P(ValuesTest, NormalForm) {
  EXPECT_EQ(values_of(GetParam().text), GetParam().expected) << GetParam().text;
}

constexpr ValueCase kMoney[] = {
    {"5000만원", "money KRW 50000000"},
    {"5천만원", "money KRW 50000000"},
    {"5,000만원", "money KRW 50000000"},
    {"5,000만 원", "money KRW 50000000"},
    {"50,000,000원", "money KRW 50000000"},
    {"₩50M", "money KRW 50000000"},
    {"천만원", "money KRW 10000000"},
    {"1억 2천만원", "money KRW 120000000"},
    {"1억 2,000만원으로", "money KRW 120000000"},
    {"3천5백만원", "money KRW 35000000"},
    {"1.5조원", "money KRW 1500000000000"},
    {"$1.2M", "money USD 1200000"},
    {"USD 1,200,000", "money USD 1200000"},
    {"US$1,200,000", "money USD 1200000"},
    {"1.2 million dollars", "money USD 1200000"},
    {"120만 달러", "money USD 1200000"},
    {"€3bn", "money EUR 3000000000"},
    {"$29.50", "money USD 29.5"},
};
INSTANTIATE_TEST_SUITE_P(Money, ValuesTest, testing::ValuesIn(kMoney));

constexpr ValueCase kFrequencies[] = {
    {"weekly", "frequency weekly"},
    {"once a week", "frequency weekly"},
    {"매주", "frequency weekly"},
    {"주 1회", "frequency weekly"},
    {"every other week", "frequency every two weeks"},
    {"격주로", "frequency every two weeks"},
    {"every Monday", "date mon"},
    {"매주 월요일", "date mon"},
};
INSTANTIATE_TEST_SUITE_P(Frequencies, ValuesTest, testing::ValuesIn(kFrequencies));

constexpr ValueCase kPossessives[] = {
    {"second-quarter revenue", "quarter Q2"},
    {"first-half sales", "quarter H1"},
    {"Thursday's call", "date thu"},
};
INSTANTIATE_TEST_SUITE_P(Possessives, ValuesTest, testing::ValuesIn(kPossessives));

constexpr ValueCase kQuantities[] = {
    {"20%", "percent 20%"},
    {"20퍼센트", "percent 20%"},
    {"20 percent", "percent 20%"},
    {"20.0%로", "percent 20%"},
    {"3.5%p", "percent 3.5 points"},
    {"3명이", "count 3 person"},
    {"세 명", "count 3 person"},
    {"3 people", "count 3 person"},
    {"three people", "count 3 person"},
    {"기능 3개를", "count 3 piece"},
    {"5 features", "count 5 featur"},
    {"five features", "count 5 featur"},
    {"4 error codes", "count 4 cod"},
    {"12대", "count 12 machine"},
    {"16 GB", "count 17179869184 B"},
    {"50k", "number 50000"},
    {"5000만", "number 50000000"},
    {"42", "number 42"},
    {"3일간", "duration 259200 second"},
    {"2주", "duration 1209600 second"},
    {"two weeks", "duration 1209600 second"},
    {"14 days", "duration 1209600 second"},
    {"1시간 30분", "duration 5400 second"},
    {"90 minutes", "duration 5400 second"},
    {"1.5 hours", "duration 5400 second"},
    {"3개월", "duration 3 month"},
    {"2년", "duration 24 month"},
};
INSTANTIATE_TEST_SUITE_P(Quantities, ValuesTest, testing::ValuesIn(kQuantities));

constexpr ValueCase kDates[] = {
    {"2026-01-22", "date 2026-01-22"},
    {"2026.1.22", "date 2026-01-22"},
    {"2026. 1. 22.", "date 2026-01-22"},
    {"2026/1/22", "date 2026-01-22"},
    {"2026년 1월 22일", "date 2026-01-22"},
    {"1월 22일에", "date --01-22"},
    {"1월 22일(목)", "date --01-22"},
    {"Jan 22", "date --01-22"},
    {"January 22nd, 2026", "date 2026-01-22"},
    {"22 Jan 2026", "date 2026-01-22"},
    {"the 22nd of January", "date --01-22"},
    {"by 1/22", "date --01-22"},
    {"1/22까지", "date --01-22"},
    {"Mon, 4 May 2020", "date 2020-05-04"},
    {"월요일, 5월 4일", "date --05-04"},
    {"ask Jan about it", "name jan"},
    {"on 7/2/20", "date 2020-07-02"},
    {"금요일까지", "date fri"},
    {"by Friday", "date fri"},
    {"내일", "date day+1"},
    {"tomorrow", "date day+1"},
    {"다음 주 월요일까지", "date week+1 mon"},
    {"next Monday", "date week+1 mon"},
    {"6월 말까지", "date --06 end"},
    {"in March 2026", "date 2026-03"},
    {"we may meet", ""},
    {"3월 매출", "date --03"},
};
INSTANTIATE_TEST_SUITE_P(Dates, ValuesTest, testing::ValuesIn(kDates));

constexpr ValueCase kTimes[] = {
    {"오후 3시", "time 15:00"},
    {"오후3시에", "time 15:00"},
    {"15:00", "time 15:00"},
    {"3pm", "time 15:00"},
    {"3 p.m.", "time 15:00"},
    {"15시", "time 15:00"},
    {"오후 3시 30분", "time 15:30"},
    {"오후 3시 반", "time 15:30"},
    {"하원은 오후 3시 반입니다", "time 15:30"},
    {"half past nine", "time 09:30"},
    {"a quarter to two", "time 01:45"},
    {"quarter past 4 pm", "time 16:15"},
    {"ten past nine", "time 09:10"},
    {"at quarter to 12 pm", "time 11:45"},
    {"churn fell last quarter to 8 percent", "percent 8%"},
    {"오후 3시 반엔 끝난다", "time 15:30"},
    {"오후 3시 반영 예정", "time 15:00"},
    {"오후 3시 반도체 회의", "time 15:00"},
    {"3:30pm", "time 15:30"},
    {"오전 12시", "time 00:00"},
    {"12pm", "time 12:00"},
    {"noon", "time 12:00"},
    {"정오", "time 12:00"},
    {"두 시에", "time 02:00"},
    {"9am KST", "time 09:00 kst"},
    {"2-3pm", "time 14:00; time 15:00"},
    {"Kickoff is at 3.", "time 03:00"},
    {"available at 3 sites", "count 3 place"},
};
INSTANTIATE_TEST_SUITE_P(Times, ValuesTest, testing::ValuesIn(kTimes));

constexpr ValueCase kSeries[] = {
    {"Q1", "quarter Q1"},
    {"1분기", "quarter Q1"},
    {"the first quarter", "quarter Q1"},
    {"상반기", "quarter H1"},
    {"시즌2 수강생", "ordinal season 2"},
    {"지하철 7호선", "ordinal line 7"},
    {"H1", "quarter H1"},
    {"2026년", "year 2026"},
    {"FY2026", "year 2026"},
    {"in 2025", "year 2025"},
    {"v2.1", "version 2.1"},
    {"2.1.0", "version 2.1.0"},
    {"kernel 5.10", "version 5.10"},
    {"kernel 5.10-rc3", "version 5.10-rc3"},
    {"버전 2.1", "version 2.1"},
    {"3차", "ordinal round 3"},
    {"week 3", "ordinal week 3"},
    {"3주차", "ordinal week 3"},
    {"sprint 14", "ordinal sprint 14"},
    {"스프린트 14에서", "ordinal sprint 14"},
    {"the second round", "ordinal round 2"},
    {"2단계", "ordinal phase 2"},
};
INSTANTIATE_TEST_SUITE_P(Series, ValuesTest, testing::ValuesIn(kSeries));

constexpr ValueCase kIdentifiers[] = {
    {"SR-2023-052", "id sr-2023-052"},
    {"issue #1234", "id #1234"},
    {"PROJ-12를", "id proj-12"},
    {"commit 3f2a91c8", "id 3f2a91c8"},
    {"010-1234-5678", "id 010-1234-5678"},
    {"open(2)", "id open(2)"},
    {"open.2", "id open(2)"},
    {"openat2(2)", "id openat2(2)"},
    {"calls pidfd_open() first", "id pidfd_open()"},
    {"kim@example.com", "email kim@example.com"},
    {"see https://example.com/a?b=1.", "url example.com/a?b=1"},
    {"회의실 A에서", "place room a"},
    {"room 301", "place room 301"},
    {"301호", "place room 301"},
    {"본사 3층", "place floor 3"},
};
INSTANTIATE_TEST_SUITE_P(Identifiers, ValuesTest, testing::ValuesIn(kIdentifiers));

constexpr ValueCase kWords[] = {
    {"계약 검토중", "status under review"},
    {"계약 검토 중입니다", "status under review"},
    {"the contract is under review", "status under review"},
    {"계약이 승인되었습니다", "status approved"},
    {"예산 승인 이후", ""},
    {"after the approval", ""},
    {"행사는 취소되었습니다", "status cancelled"},
    {"the event has been cancelled", "status cancelled"},
    {"it is done", "status done"},
    {"참석하지 않기로 했다", "negation not"},
    {"안 갑니다", "negation not"},
    {"건물 안에 있다", ""},
    {"we will not go", "negation not"},
    {"we don't go", "negation not"},
    {"김민수 팀장이", "name 김민수"},
    {"이서준님은", "name 이서준"},
    {"(주)한빛소프트와", "name 한빛소프트"},
    {"주식회사 한빛소프트", "name 한빛소프트"},
    {"ask Lisa Wong about it", "name lisa wong"},
    {"Daniel Park knows", "name daniel park"},
    {"Please send it", ""},
    {"we use LibreOffice", "name libreoffice"},
};
INSTANTIATE_TEST_SUITE_P(Words, ValuesTest, testing::ValuesIn(kWords));

// 2026-01-15 is a Thursday.
constexpr ValueCase kResolved[] = {
    {"내일", "date 2026-01-16"},           {"tomorrow", "date 2026-01-16"},
    {"어제", "date 2026-01-14"},           {"금요일까지", "date 2026-01-16"},
    {"by Friday", "date 2026-01-16"},      {"on Monday", "date 2026-01-19"},
    {"다음 주 월요일", "date 2026-01-19"}, {"next Friday", "date 2026-01-23"},
    {"지난주 금요일", "date 2026-01-09"},  {"every Monday", "date mon"},
    {"매주 월요일", "date mon"},           {"next month", "date 2026-02"},
    {"다음 달", "date 2026-02"},           {"내년", "year 2027"},
};

TEST(ValuesTest, RelativeDatesResolveAgainstTheDayOfTheStatement) {
  const auto day = parse_time("2026-01-15T09:00:00Z");
  ASSERT_TRUE(day);
  for (const ValueCase& c : kResolved) EXPECT_EQ(values_of(c.text, day), c.expected) << c.text;
}

TEST(ValuesTest, SpansPointAtTheTextTheyClaim) {
  struct SpanCase {
    std::string_view text, span;
  };
  constexpr SpanCase kCases[] = {
      {"예산은 5천만원으로 늘었다", "5천만원"},
      {"the budget is USD 1,200,000 now", "USD 1,200,000"},
      {"회의는 오후 3시 반에 한다", "오후 3시 반"},
      {"due January 22nd, 2026.", "January 22nd, 2026"},
      {"목표를 20%로 올린다", "20%"},
      {"see SR-2023-052.", "SR-2023-052"},
  };
  for (const SpanCase& c : kCases) {
    const Tokens tokens = tokenise(c.text);
    const std::vector<Value> values = find_values(tokens, std::nullopt);
    ASSERT_EQ(values.size(), 1u) << c.text;
    const TextSpan span = values[0].span;
    EXPECT_EQ(c.text.substr(span.begin, span.end - span.begin).substr(0, c.span.size()), c.span);
  }
}

TEST(ValuesTest, SameValueInAnotherNotation) {
  struct Pair {
    const char *a, *b;
    bool same;
  };
  constexpr Pair kPairs[] = {
      {"1월 22일", "2026-01-22", true},
      {"1월 22일", "2026-01-23", false},
      {"3시", "오후 3시", true},
      {"3시", "오후 4시", false},
      {"15:00", "3pm", true},
      {"03:00", "3pm", false},
      {"5천만", "50,000,000원", true},
      {"kernel 5.1", "kernel 5.10", false},
      {"금요일", "Friday", true},
      {"3명", "3개", true},
      {"3명", "3대", false},
      {"$50", "₩50", false},
      {"open()", "open(2)", true},
      {"open()", "openat(2)", false},
      {"3층", "room 3", false},
      {"week 3", "3주차", true},
  };
  for (const Pair& pair : kPairs) {
    const Tokens a = tokenise(pair.a), b = tokenise(pair.b);
    const auto left = find_values(a, std::nullopt), right = find_values(b, std::nullopt);
    ASSERT_EQ(left.size(), 1u) << pair.a;
    ASSERT_EQ(right.size(), 1u) << pair.b;
    EXPECT_EQ(same_value(left[0], right[0]), pair.same) << pair.a << " / " << pair.b;
    EXPECT_EQ(same_value(right[0], left[0]), pair.same) << pair.b << " / " << pair.a;
  }
}

TEST(ValuesTest, TheOldValueOfAChangeIsMarked) {
  const Tokens english = tokenise("upgraded from Debian 11 to Debian 12");
  const Tokens korean = tokenise("회의를 3시에서 4시로 옮겼다");
  for (const Tokens* tokens : {&english, &korean}) {
    const auto values = find_values(*tokens, std::nullopt);
    ASSERT_EQ(values.size(), 2u);
    EXPECT_TRUE(values[0].previous);
    EXPECT_FALSE(values[1].previous);
  }
}

}  // namespace
}  // namespace memfold::models
