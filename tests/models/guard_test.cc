#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "memfold/models.h"

namespace memfold {
namespace {

std::vector<PropertyChange> differences(std::string_view existing, std::string_view incoming) {
  return builtin_guard()->differences(Statement{existing, {}, std::nullopt},
                                      Statement{incoming, {}, std::nullopt});
}

std::string listed(const std::vector<PropertyChange>& changes) {
  std::string text;
  for (const PropertyChange& change : changes) {
    text += change.property + ":" + change.old_value + ">" + change.new_value + " ";
  }
  return text;
}

struct GuardedPair {
  const char *existing, *incoming, *property;
};

// One row per kind of value that promise P6 names, in both languages.
constexpr GuardedPair kDifferent[] = {
    {"예산은 5000만원", "예산은 6000만원", "money"},
    {"The fee is $50", "The fee is $60", "money"},
    {"참석자는 12명", "참석자는 13명", "count"},
    {"The team has 8 engineers", "The team has 9 engineers", "count"},
    {"목표는 20%", "목표는 25%", "percent"},
    {"The limit is 100", "The limit is 250", "number"},
    {"마감은 3월 12일", "마감은 3월 19일", "date"},
    {"Due on March 12", "Due on March 19", "date"},
    {"회의는 화요일", "회의는 수요일", "date"},
    {"회의는 오후 2시", "회의는 오후 3시", "time"},
    {"The call is at 2pm", "The call is at 3pm", "time"},
    {"교육은 2주", "교육은 3주", "duration"},
    {"문서 SR-2023-052 승인", "문서 SR-2023-053 승인", "id"},
    {"Ticket #4821 is open", "Ticket #4822 is open", "id"},
    {"open(2) has a typo", "openat(2) has a typo", "id"},
    {"앱 v2.1 배포", "앱 v2.2 배포", "version"},
    {"Runs on kernel 5.10", "Runs on kernel 5.15", "version"},
    {"워크숍에 참석합니다", "워크숍에 참석하지 않습니다", "negation"},
    {"We will attend", "We will not attend", "negation"},
    {"We can attend", "We can't attend", "negation"},
    {"김민수 팀장이 발표한다", "박지영 팀장이 발표한다", "name"},
    {"김민수가 발표한다", "박지영이 발표한다", "name"},
    {"Ask Tom Becker", "Ask Maria Lopez", "name"},
    {"Alice leads the team", "Carol leads the team", "name"},
    {"계약 검토중", "계약 승인됨", "status"},
    {"The order is open", "The order is closed", "status"},
    {"회의실 A에서 만나요", "회의실 B에서 만나요", "place"},
    {"Q1 목표", "Q2 목표", "quarter"},
    {"3주차 회의", "4주차 회의", "ordinal"},
    {"Send it to a@example.com", "Send it to b@example.com", "email"},
    {"Hana has her right arm in a cast", "Hana's right arm is out of the cast", "words"},
    {"The heating is on", "The heating is off", "words"},
    {"Take the pill before lunch", "Take the pill after lunch", "words"},
    {"점심 전에 약을 먹는다", "점심 후에 약을 먹는다", "words"},
    {"회의는 3시까지 한다", "회의는 3시부터 한다", "words"},
    {"The train goes from Leeds to York", "The train goes from York to Leeds", "words"},
    {"Tom reports to Ann", "Ann reports to Tom", "words"},
    {"Ann pays Tom", "Tom pays Ann", "words"},
    {"민수가 지영에게 빌려줬다", "지영이 민수에게 빌려줬다", "words"},
    {"서울에서 부산으로 이사했다", "부산에서 서울로 이사했다", "words"},
    {"Ann has the key", "Only Ann has the key", "words"},
    {"Ann hired Tom", "Tom has hired Ann", "words"},
    {"Ann gets $50 and Tom gets $60", "Ann gets $60 and Tom gets $50", "words"},
    {"주차장 예약이 가능하다", "주차장 예약이 불가능하다", "words"},
    {"The budget was increased", "The budget was reduced", "words"},
    {"I owe Ann a coffee", "Ann owes me a coffee", "words"},
    {"Tom hired Ann", "Tom was hired by Ann", "words"},
    {"The loop runs while x = 0", "The loop runs while x != 0", "words"},
    {"The function returns char", "The function returns char *", "words"},
    {"팀이 발표한다", "A팀이 발표한다", "words"},
    {"The fuse is 5", "The fuse is 5 A", "words"},
    {"Copy with cp -r", "Copy with cp -R", "words"},
    {"지영이 초대장을 보냈다", "지영에게 초대장을 보냈다", "words"},
    {"지영이 초대장을 보냈다", "지영에게는 초대장을 보냈다", "words"},
    {"The lift is broken", "The lift was broken", "words"},
    {"He has the key", "She has the key", "words"},
    {"표는 이미 도착했다", "표는 아직 도착했다", "words"},
    {"열쇠는 지영이 가지고 있다", "열쇠는 지영만 가지고 있다", "words"},
};

TEST(GuardTest, EveryKindOfDifferenceBlocks) {
  for (const GuardedPair& pair : kDifferent) {
    for (const bool swapped : {false, true}) {
      const auto changes = swapped ? differences(pair.incoming, pair.existing)
                                   : differences(pair.existing, pair.incoming);
      ASSERT_EQ(changes.size(), 1u) << pair.existing << ": " << listed(changes);
      EXPECT_EQ(changes[0].property, pair.property) << pair.existing;
    }
  }
}

struct Same {
  const char *existing, *incoming;
};

constexpr Same kSame[] = {
    {"예산은 5천만원", "예산은 50,000,000원입니다"},
    {"예산은 5,000만원", "예산이 ₩50M"},
    {"The budget is $1.2M", "the budget is USD 1,200,000."},
    {"회의는 오후 3시", "회의는 15:00"},
    {"Meeting at 3pm", "meeting at 15:00"},
    {"마감은 1월 22일", "마감은 2026-01-22"},
    {"Due Jan 22", "Due on January 22nd"},
    {"1분기 목표", "Q1 목표"},
    {"참석자: 이서준, 김하늘", "참석자: 김하늘, 이서준"},
    {"Attendees: Alice, Bob and Carol", "Attendees are Carol, Alice and Bob"},
    {"(주)한빛소프트와 계약", "주식회사 한빛소프트와 계약"},
    {"김민수 팀장이 총괄", "김민수 팀장님께서 총괄"},
    {"Training takes 90 minutes", "the training takes 1.5 hours"},
    {"Room 301", "room 301!"},
    {"기능 3개", "기능 세 개"},
    {"The report of the board goes to the auditors of the report",
     "the report of the board goes to the auditors of the report."},
    {"The cat and the dog are ill", "The dog and the cat are ill"},
    {"He works with Bob and Carol", "He works with Carol and Bob"},
    {"우유와 빵을 산다", "빵과 우유를 산다"},
    {"Ann hired Tom", "Tom was hired by Ann"},
    {"환자는 당뇨가 있다", "환자에게 당뇨가 있다"},
    {"1층은 이용 가능, 2층은 이용 불가능", "1층은 이용 가능, 2층은 이용 불가능."},
    {"지영이 민수를 지영의 집에서 만났다", "지영이 민수를 지영의 집에서 만났다."},
};

TEST(GuardTest, NotationOrderCaseAndHonorificsAreNoDifference) {
  for (const Same& pair : kSame) {
    EXPECT_EQ(listed(differences(pair.existing, pair.incoming)), "")
        << pair.existing << " / " << pair.incoming;
    EXPECT_EQ(listed(differences(pair.incoming, pair.existing)), "")
        << pair.incoming << " / " << pair.existing;
  }
}

TEST(GuardTest, WhatOnlyTheIncomingHasIsAnAddition) {
  const auto added = differences("회의는 회의실 A", "회의는 회의실 A, 오후 3시");
  ASSERT_EQ(added.size(), 1u);
  EXPECT_EQ(added[0].property, "time");
  EXPECT_EQ(added[0].change, ChangeKind::Addition);
  EXPECT_EQ(added[0].old_value, "");
  EXPECT_EQ(listed(differences("회의는 회의실 A, 오후 3시", "회의는 회의실 A")), "");
}

TEST(GuardTest, SayingMoreIsADifferenceSayingLessIsNone) {
  const Same pairs[] = {
      {"The release is planned for March 27 instead",
       "The release planned for March 27 includes the new importer"},
      {"가을 행사 예산은 3500만원입니다", "가을 행사 예산 3500만원은 마케팅팀이 집행합니다"}};
  for (const Same& pair : pairs) {
    const auto added = differences(pair.existing, pair.incoming);
    ASSERT_EQ(added.size(), 1u) << pair.incoming;
    EXPECT_EQ(added[0].property, "words");
    EXPECT_EQ(added[0].change, ChangeKind::Addition);
    EXPECT_FALSE(added[0].new_value.empty());
  }
  EXPECT_EQ(listed(differences("The release planned for March 27 includes the new importer",
                               "The release is planned for March 27")),
            "");
}

TEST(GuardTest, WhatNamesNothingIsOfItsSubjectLine) {
  const auto differences = [](std::string_view content, std::string_view one,
                              std::string_view two) {
    return builtin_guard()->differences({content, one, std::nullopt}, {content, two, std::nullopt});
  };
  for (const std::string_view content : {"Applied, thanks.", "Done.", "완료했습니다."}) {
    const auto found = differences(content, "fix typo in read.2", "add example to mmap.2");
    ASSERT_EQ(found.size(), 1u) << content;
    EXPECT_EQ(found[0].property, Guard::kSubjectLineProperty);
    EXPECT_EQ(found[0].new_value, "add example to mmap.2");
    EXPECT_TRUE(differences(content, "fix typo in read.2", "fix typo in read.2").empty());
    EXPECT_TRUE(differences(content, "fix typo in read.2", "").empty());
  }
  EXPECT_TRUE(differences("The board meets in Graz.", "May", "news").empty());
}

TEST(GuardTest, StatusAndNegationAreMissedOnEitherSide) {
  const auto removed = differences("The party is cancelled", "The party is on June 5");
  ASSERT_EQ(removed.size(), 2u);
  EXPECT_EQ(removed[1].property, "status");
  EXPECT_EQ(removed[1].change, ChangeKind::Removal);
}

TEST(GuardTest, SpansPointIntoTheirOwnText) {
  const std::string existing = "캠페인 예산은 5000만원",
                    incoming = "이제 캠페인 예산이 6000만원으로 증액";
  const auto changes = differences(existing, incoming);
  ASSERT_EQ(changes.size(), 1u);
  const auto slice = [](const std::string& text, TextSpan span) {
    return text.substr(span.begin, span.end - span.begin);
  };
  EXPECT_EQ(slice(existing, changes[0].old_span), "5000만원");
  EXPECT_EQ(slice(incoming, changes[0].new_span), "6000만원");
}

TEST(GuardTest, RelativeDatesDifferWhenSaidOnDifferentDays) {
  const std::string text = "See you tomorrow at 2pm";
  const auto first = parse_time("2026-01-15T09:00:00Z"),
             second = parse_time("2026-01-22T09:00:00Z");
  const auto guard = builtin_guard();
  EXPECT_TRUE(guard->differences({text, {}, first}, {text, {}, first}).empty());
  const auto changes = guard->differences({text, {}, first}, {text, {}, second});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].old_value, "2026-01-16");
  EXPECT_EQ(changes[0].new_value, "2026-01-23");
}

}  // namespace
}  // namespace memfold
