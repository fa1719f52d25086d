#include "models/extractor/extractor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const Extractor& extractor() {
  static const std::shared_ptr<const Extractor> instance = builtin_extractor();
  return *instance;
}

std::vector<std::string> contents(const Message& message) {
  std::vector<std::string> texts;
  for (const Fact& fact : extractor().extract(message)) texts.push_back(fact.content);
  return texts;
}

TEST(Extractor, HasANameAndVersion) {
  EXPECT_EQ(extractor().name(), "memfold-extract@1");
}

TEST(Extractor, OneMailGivesAMeetingAndADeadline) {
  const auto facts =
      extractor().extract(letter("Meeting Mon 22 Jan, proposal due 25 Jan.", "Pinewood tender"));
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].category, Category::Meeting);
  EXPECT_EQ(to_string(*facts[0].occurred_at).substr(0, 10), "2024-01-22");
  EXPECT_EQ(facts[0].valid_from, std::nullopt);
  EXPECT_EQ(facts[0].valid_until, std::nullopt);
  EXPECT_EQ(facts[1].category, Category::Task);
  EXPECT_EQ(facts[1].occurred_at, at(kMonday));
  EXPECT_EQ(facts[1].valid_from, at(kMonday));
  EXPECT_EQ(to_string(*facts[1].valid_until), "2024-01-25T23:59:59Z");
  for (const Fact& fact : facts) EXPECT_EQ(fact.stated_at, at(kMonday));
}

TEST(Extractor, WhatIsInALanguageItDoesNotReadGivesNothing) {
  EXPECT_THAT(
      contents(letter("Die Sitzung am 22.01.2024 wurde auf Dienstag verschoben, weil der Saal\n"
                      "am Montag nicht frei ist. Herr Schmidt bringt die Unterlagen mit und\n"
                      "verteilt sie vorab per Post. Bitte bis Freitag melden, wer teilnimmt und\n"
                      "wer einen Parkplatz braucht.\n",
                      "Sitzung")),
      IsEmpty());
  EXPECT_THAT(contents(letter(
                  "The meeting was moved to Tuesday 23 January because the hall is taken on\n"
                  "Monday. Mr Schmidt (Sitzungssaal 3, Verwaltungsgebäude) brings the papers.\n",
                  "Sitzung")),
              Not(IsEmpty()));
  EXPECT_THAT(
      contents(letter("1월 23일 화요일로 회의가 변경되었습니다. Sitzungssaal Verwaltungsgebäude "
                      "Hauptstraße Nebeneingang 에서 진행합니다.\n",
                      "회의")),
      Not(IsEmpty()));
}

TEST(Extractor, TheSameInKorean) {
  Message message =
      letter("회의는 1월 22일(월) 오후 2시이고, 제안서는 25일까지 제출해 주세요.", "입찰 준비");
  message.utc_offset_minutes = 540;
  const auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].category, Category::Meeting);
  EXPECT_EQ(to_string(*facts[0].occurred_at), "2024-01-22T05:00:00Z");
  EXPECT_FALSE(facts[0].valid_until);
  EXPECT_EQ(facts[1].category, Category::Task);
  EXPECT_EQ(to_string(*facts[1].valid_until), "2024-01-25T14:59:59Z");
}

TEST(Extractor, SeeYouAndPlease) {
  const auto facts = extractor().extract(
      letter("See you at 2 tomorrow, and please send the report by Friday.", "Audit"));
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].category, Category::Meeting);
  EXPECT_EQ(to_string(*facts[0].occurred_at), "2024-01-16T14:00:00Z");
  EXPECT_EQ(facts[1].category, Category::Task);
  EXPECT_EQ(facts[1].content, "Audit: please send the report by Friday.");
}

TEST(Extractor, AMovedMeetingIsStatedLaterEvenWhenItIsEarlier) {
  Message first = letter("The kickoff meeting is on Friday 26 January.", "Kickoff");
  Message second = letter("The kickoff meeting moves to Wednesday 24 January.", "Re: Kickoff");
  second.date = at("2024-01-16T09:00:00Z");
  const auto old_fact = extractor().extract(first), new_fact = extractor().extract(second);
  ASSERT_EQ(old_fact.size(), 1u);
  ASSERT_EQ(new_fact.size(), 1u);
  EXPECT_LT(*new_fact[0].occurred_at, *old_fact[0].occurred_at);
  EXPECT_GT(*new_fact[0].stated_at, *old_fact[0].stated_at);
}

TEST(Extractor, FillsWhatTheMailSays) {
  Message message = letter("The spring campaign budget is 50M KRW for Northwind.", "Re: Spring");
  message.from.address = "jiho@example.com";
  message.cc = {{"", "jiho@example.com"}, {"", "park@example.com"}};
  const auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  const Fact& fact = facts[0];
  EXPECT_EQ(fact.user, "");
  EXPECT_EQ(fact.source_id, "m1@example.com");
  EXPECT_EQ(fact.source_type, SourceType::Realtime);
  EXPECT_EQ(fact.thread_id, "t1@example.com");
  EXPECT_EQ(fact.subject, "Re: Spring");
  EXPECT_THAT(fact.people, ElementsAre("jiho@example.com", "suna@example.com", "park@example.com"));
  EXPECT_THAT(fact.entities, ElementsAre("50000000 KRW", "northwind"));
  EXPECT_THAT(fact.keywords, Contains("budget"));
  EXPECT_EQ(fact.idempotency_key.find("m1@example.com#"), 0u);
  EXPECT_EQ(fact.idempotency_key.size(), std::string("m1@example.com#").size() + 16);
  EXPECT_EQ(extractor().extract(message)[0].idempotency_key, fact.idempotency_key);
}

TEST(Extractor, ChatterAloneGivesNothing) {
  for (const char* body :
       {"Hi Suna,\n\nThanks a lot for yesterday! Hope you are well.\n\nBest regards,\nJiho",
        "안녕하세요 이수나님,\n\n감사합니다. 좋은 하루 되세요.\n\n김지호 드림", "", "\n\n\n", "OK",
        "네 감사합니다!"}) {
    EXPECT_THAT(contents(letter(body, "Re: hello")), IsEmpty()) << body;
  }
}

TEST(Extractor, CommandsOfAPatchSayWhatItDoes) {
  const char* body = "Add a manual page for the fsconfig() system call of Linux 5.2.\n";
  const auto category = [&](const char* subject) {
    const auto facts = extractor().extract(letter(body, subject));
    return facts.empty() ? "nothing" : std::string(facts[0].category->name());
  };
  EXPECT_EQ(category("[PATCH v2 5/5] fsconfig.2: New page"), "project");
  EXPECT_EQ(category("fsconfig.2: New page"), "task");
}

TEST(Extractor, ThanksBeforeAnAppliedPatchChangeNothing) {
  for (std::string_view body :
       {"Thanks, Alex. Patch applied.\n", "Hi Alex,\n\nThanks! Patch applied.\n"}) {
    Message message = letter(body, "Re: [PATCH] open.2: clarify O_TMPFILE");
    message.is_reply = true;
    const auto facts = extractor().extract(message);
    ASSERT_EQ(facts.size(), 1u) << body;
    EXPECT_TRUE(facts[0].content.ends_with("open.2: clarify O_TMPFILE: Patch applied"))
        << facts[0].content;
    EXPECT_EQ(facts[0].category, Category::Project);
  }
}

TEST(Extractor, PointingBelowIsNoTask) {
  for (std::string_view body : {"Please take note below.", "Please see below.", "See below.",
                                "아래 참조 부탁드립니다.", "아래 내용 확인 부탁드립니다."}) {
    EXPECT_TRUE(extractor().extract(letter(body, "Budget of the spring fair")).empty()) << body;
  }
}

TEST(Extractor, DecidingToHaveALookIsNoDecision) {
  for (std::string_view body :
       {"I just decided to check the logs of the mail server on the old machine.",
        "메일 서버 로그를 한번 확인해 보기로 했습니다."}) {
    for (const Fact& fact : extractor().extract(letter(body, "Logs"))) {
      EXPECT_NE(fact.category, Category::Decision) << fact.content;
    }
  }
  const auto facts =
      extractor().extract(letter("We decided to move the mail server to Frankfurt.", ""));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Decision);
}

TEST(Extractor, AnAppliedPatchIsOneShortFact) {
  Message message = letter("Applied, thanks!\n", "Re: [PATCH] open.2: clarify O_TMPFILE");
  message.is_reply = true;
  const auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_TRUE(facts[0].content.ends_with("open.2: clarify O_TMPFILE: Applied")) << facts[0].content;
  EXPECT_EQ(facts[0].category, Category::Project);
}

TEST(Extractor, AReviewIsOneShortFact) {
  Message message =
      letter("Looks fine.\n\nReviewed-by: Kim Jiho <jiho@example.com>\n", "Re: Parser");
  message.is_reply = true;
  EXPECT_THAT(contents(message), ElementsAre("Parser: Reviewed by Kim Jiho"));
  message.body = "Reviewed-by: Another <other@example.com>\n";
  EXPECT_THAT(contents(message), IsEmpty());
}

TEST(Extractor, MassMailGivesAtMostOneAdvertisement) {
  Message message = letter(
      "All shoes are 40% off until Friday!\nBoots cost $50 only.\nYou must order today.\n"
      "To unsubscribe click here.\n",
      "Winter sale");
  message.is_bulk = true;
  auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Ads);
  EXPECT_EQ(importance_tier(*facts[0].importance), ImportanceTier::Low);
  message.is_bulk = false;  // its words alone say so
  facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Ads);
}

TEST(Extractor, TheOfferIsTakenFromTheBodyWhereItStands) {
  const auto facts = extractor().extract(
      letter("5월 22일부터 26일까지 침구 전 품목을 최대 40% 할인합니다.\n수신거부: 여기를 클릭",
             "(광고) 여름 침구 최대 40% 할인"));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_NE(facts[0].content.find("전 품목을"), std::string::npos) << facts[0].content;
}

TEST(Extractor, KoreanMassMail) {
  Message message = letter(
      "봄맞이 전 품목 30% 할인! 4월 3일까지 무료배송 혜택을 드립니다.\n수신거부: 여기를 "
      "클릭하세요.",
      "(광고) 봄 세일");
  const auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Ads);
}

TEST(Extractor, ADiscussionListIsNotMassMail) {
  Message message = letter("We decided to drop the i386 build in version 3.1.", "[dev] builds");
  message.is_bulk = true;
  message.list_id = "<dev.lists.example.com>";
  message.to = {{"", "dev@lists.example.com"}};
  const auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Decision);
}

TEST(Extractor, NotificationsWithoutAnOfferGiveNothing) {
  Message message = letter("Here is what happened in your network this week.", "Weekly digest");
  message.is_bulk = true;
  EXPECT_THAT(contents(message), IsEmpty());
}

TEST(Extractor, CalendarPartsAreMeetings) {
  Message message = letter("", "Invitation: Kickoff");
  CalendarEvent event;
  event.summary = "Kickoff";
  event.start = at("2024-01-22T05:00:00Z");
  event.organizer = {"Park", "park@example.com"};
  event.attendees = {{"Choi", "choi@example.com"}};
  message.events = {event};
  const auto facts = extractor().extract(message);
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Meeting);
  EXPECT_EQ(facts[0].occurred_at, event.start);
  EXPECT_EQ(facts[0].stated_at, at(kMonday));
  EXPECT_THAT(facts[0].people, Contains("choi@example.com"));
  EXPECT_THAT(facts[0].people, Contains("park@example.com"));
}

TEST(Extractor, KeepsTheBestInOrder) {
  std::string body;
  for (int i = 0; i < 30; ++i)
    body += "The module number " + std::to_string(100 + i) + " is ready.\n\n";
  body += "Please pay 5,000 won by Friday.\n";
  const auto facts = extractor().extract(letter(body, "Modules"));
  ASSERT_EQ(facts.size(), 12u);
  EXPECT_EQ(facts[11].category, Category::Task);
  EXPECT_NE(facts[0].content.find("100"), std::string::npos);
  const RuleExtractor two({{}, 2});
  EXPECT_EQ(two.extract(letter(body, "Modules")).size(), 2u);
  Message list = letter(body, "Modules");
  list.list_id = "modules.lists.example.org";
  EXPECT_EQ(extractor().extract(list).size(), 8u);
}

TEST(Extractor, SaysNothingTwice) {
  EXPECT_THAT(contents(letter("The budget is $500.\n\nThe budget is $500.\n", "x")), SizeIs(1));
}

TEST(Extractor, ASubjectMayBeTheMessage) {
  const auto facts = extractor().extract(letter("", "Standup meeting moved to 10:30 tomorrow"));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(to_string(*facts[0].occurred_at), "2024-01-16T10:30:00Z");
}

TEST(Extractor, CodeAndQuotesGiveNothing) {
  EXPECT_THAT(
      contents(letter("> We decided to ship on Friday.\n\n```\nPlease send it by Friday.\n```\n"
                      "diff --git a/x b/x\n@@ -1 +1 @@\n-We agreed on Friday.\n+Please do.\n",
                      "Re: x")),
      IsEmpty());
}

TEST(Extractor, MailsWithoutADateStillWork) {
  Message message = letter("Please send the report by 2024-02-01, the budget is $500.", "x");
  message.date.reset();
  const auto facts = extractor().extract(message);
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(facts[0].stated_at, std::nullopt);
  EXPECT_EQ(facts[0].valid_from, std::nullopt);
  EXPECT_EQ(to_string(*facts[0].valid_until), "2024-02-01T23:59:59Z");
}

TEST(Extractor, ValidityNeverEndsBeforeItBegins) {
  for (const char* body :
       {"The report was due by 3 January 2024.", "1월 25일부터 20일까지 제출해 주세요.",
        "Please send it before today."}) {
    for (const Fact& fact : extractor().extract(letter(body, "x"))) {
      EXPECT_TRUE(!fact.valid_from || !fact.valid_until || *fact.valid_from <= *fact.valid_until)
          << body;
    }
  }
}

TEST(Extractor, NoticesOfTheMailSystemGiveNothing) {
  Message message = letter("Your message of 3 January could not be sent by host mx.", "Returned");
  message.from.address = "mailer-daemon@mx.example.net";
  EXPECT_THAT(contents(message), IsEmpty());
}

TEST(Extractor, LaterSentencesTakeTheirDayFromTheEvent) {
  const auto facts = extractor().extract(
      letter("The site visit is on Friday 26 January at 2pm.\n\n"
             "Please send the badge numbers at least 24 hours before the visit.\n",
             "Visit"));
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[1].category, Category::Task);
  EXPECT_EQ(to_string(*facts[1].valid_until), "2024-01-25T14:00:00Z");
}

TEST(Extractor, WhatIsToBeDoneOnADayIsDueThen) {
  const auto facts =
      extractor().extract(letter("다음 주 화요일 오후 5시로 예약을 바꿔 주세요.", "예약"));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(to_string(*facts[0].occurred_at), "2024-01-23T17:00:00Z");
  EXPECT_EQ(to_string(*facts[0].valid_until), "2024-01-23T17:00:00Z");
}

TEST(Extractor, WhatEndsOnItsDayIsThatDay) {
  const auto facts =
      extractor().extract(letter("Departure: Tuesday 23 January, until 11:00\n", "Room"));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(to_string(*facts[0].occurred_at), "2024-01-23T11:00:00Z");
}

TEST(Extractor, DecisionsAreDatedByWhatTheyName) {
  const auto facts = extractor().extract(letter("어제 이사회에서 B안으로 결정했습니다.", "안건"));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(to_string(*facts[0].occurred_at), "2024-01-14T12:00:00Z");
}

TEST(Extractor, ItemsAreWhatTheirHeadingSays) {
  const auto facts =
      extractor().extract(letter("What we agreed:\n- No deploys on Fridays.\n\nActions:\n"
                                 "- Kwame: a second staging environment\n",
                                 "Retro"));
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].category, Category::Decision);
  EXPECT_EQ(facts[1].category, Category::Task);
}

TEST(Extractor, AdvertisingWithoutHeadersIsTold) {
  const auto facts = extractor().extract(
      letter("Earn money from home! No experience needed!\n\nThis offer is for adults only. "
             "Visa and Mastercard are welcome. Our free report costs nothing, a $50 value!\n",
             "Financial freedom"));
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].category, Category::Ads);
}

TEST(Extractor, ServesManyThreads) {
  const Message message =
      letter("회의는 내일 3시입니다. Please send the report by Friday.", "일정");
  const auto expected = contents(message);
  std::vector<std::thread> threads;
  std::vector<std::vector<std::string>> found(4);
  for (auto& slot : found) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) slot = contents(message);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& slot : found) EXPECT_EQ(slot, expected);
}

}  // namespace
}  // namespace memfold::models::extractor
