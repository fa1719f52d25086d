// What the built-in Extractor makes of realistic sources once they are read. Contents are found by
// their words, so that better rules do not fail it; what must give nothing is exact.
#include <gtest/gtest.h>

#include <algorithm>

#include "memfold/models.h"
#include "memfold/source_reader.h"

namespace memfold::ingest {
namespace {

struct Found {
  std::string message;
  Fact fact;
};

struct Facts {
  SourceReading reading;
  std::vector<Found> all;
};

Facts facts_of(SourceForm form, const std::string& raw) {
  Source source;
  source.form = form;
  source.raw = raw;
  source.source_id = "s";
  source.received_at = *parse_time("2026-03-02T01:00:00Z");
  Facts facts{builtin_source_reader()->read(source), {}};
  const auto extractor = builtin_extractor();
  for (const Message& message : facts.reading.messages) {
    for (Fact& fact : extractor->extract(message)) {
      facts.all.push_back({message.id, std::move(fact)});
    }
  }
  return facts;
}

struct Expected {
  const char *words, *day;  ///< of occurred_at or valid_until, in UTC; "" none is looked for
  std::optional<Category::Kind> category = std::nullopt;
};

bool on_day(const Fact& fact, std::string_view day) {
  const auto is = [&](const std::optional<Time>& time) {
    return time && to_string(*time).starts_with(day);
  };
  return is(fact.occurred_at) || is(fact.valid_until);
}

void expect_facts(const Facts& facts, const std::vector<Expected>& expected) {
  for (const Expected& each : expected) {
    const auto found = std::find_if(facts.all.begin(), facts.all.end(), [&](const Found& one) {
      return one.fact.content.find(each.words) != std::string::npos;
    });
    if (found == facts.all.end()) {
      ADD_FAILURE() << "no fact says: " << each.words;
      continue;
    }
    EXPECT_TRUE(on_day(found->fact, each.day)) << each.words;
    if (each.category) {
      EXPECT_EQ(found->fact.category, each.category) << each.words;
    }
    EXPECT_EQ(found->fact.source_id, found->message);
    EXPECT_TRUE(found->fact.idempotency_key.starts_with(found->message + "#"));
    EXPECT_EQ(found->fact.thread_id, "s");
  }
}

/// Those whose message says one of `bodies` must give nothing.
void expect_nothing(const Facts& facts, const std::vector<std::string>& bodies) {
  for (const std::string& body : bodies) {
    const auto& messages = facts.reading.messages;
    const auto message = std::find_if(messages.begin(), messages.end(),
                                      [&](const Message& each) { return each.body == body; });
    if (message == messages.end()) {
      ADD_FAILURE() << "nobody says: " << body;
      continue;
    }
    for (const Found& one : facts.all) EXPECT_NE(one.message, message->id) << one.fact.content;
  }
}

TEST(SourceFacts, KoreanCallAboutDateAndPrice) {
  const Facts facts = facts_of(SourceForm::Conversation, R"(
{"title":"센서 모듈 납품 협의","started_at":"2026-03-02T10:00:00+09:00"}
{"speaker":"김민지","text":"안녕하세요, 음, 잘 지내셨어요?","at":"00:00:03"}
{"speaker":"오세훈","text":"네 안녕하세요. 어 저희가 저희가 생산 일정을 다시 봤는데요.","at":"00:00:12"}
{"speaker":"오세훈","text":"납품일은 3월 14일에서 3월 18일로 변경해야 할 것 같습니다.","at":"00:00:20"}
{"speaker":"김민지","text":"아니 그게, 조립 라인이 19일에 시작이라서 18일 오전까지는 꼭 받아야 합니다.","at":"00:02:45"}
{"speaker":"오세훈","text":"네 그렇게 하시죠.","at":"00:03:10"}
{"speaker":"김민지","text":"단가는, 그, 개당 1만 2천원 맞죠?","at":"00:03:20"}
{"speaker":"오세훈","text":"아니요, 음 500개 이상이면 개당 1만 1500원으로 해 드리겠습니다.","at":"00:03:31"}
{"speaker":"김민지","text":"좋습니다. 그럼 600개로 발주하겠습니다. 발주서는 내일까지 보내 드릴게요.","at":"00:03:50"}
{"speaker":"오세훈","text":"네 감사합니다. 세금계산서는 월말에 발행하겠습니다.","at":"00:04:05"}
{"speaker":"김민지","text":"네, 들어가세요.","at":"00:04:15"})");
  expect_facts(facts, {{"3월 14일에서 3월 18일로 변경", "2026-03-18"},
                       {"18일 오전까지는 꼭 받아야", "2026-03-18", Category::Task},
                       {"개당 1만 1500원", "2026-03-02"},
                       {"발주서는 내일까지", "2026-03-03", Category::Task},
                       {"세금계산서는 월말에", "2026-03-31"}});
  expect_nothing(facts, {"네 그렇게 하시죠.", "네, 들어가세요.", "단가는, 개당 1만 2천원 맞죠?"});
}

TEST(SourceFacts, EnglishStandUp) {
  const Facts facts = facts_of(SourceForm::Meeting, R"(Title: Platform stand-up
Date: 2026-03-03 09:30 CET
Attendees: Dana Whitfield, Priya Raman, Tom Okafor

Dana Whitfield: Morning all. Um, let's keep it short. Priya, you want to start?
Priya Raman: Sure. Yesterday I, uh, finished the the retry logic for the importer. I should have the migration of the orders table reviewed by Thursday.
Tom Okafor: Um, I'm blocked on the staging certificates. I need someone from infra to renew them by Friday.
Dana Whitfield: Okay, I will ask Karl about the certificates today. You know, we also decided to move the 2.4 release to March 17 because of the, uh, payment audit.
Tom Okafor: Sounds good.
Priya Raman: Like, do we still freeze the code on the 12th?
Dana Whitfield: Yes. Code freeze is on March 12 at 18:00. I mean, no exceptions this time.
Tom Okafor: Got it, thanks.)");
  expect_facts(facts, {{"finished the retry logic", "2026-03-02"},
                       {"reviewed by Thursday", "2026-03-05", Category::Task},
                       {"renew them by Friday", "2026-03-06", Category::Task},
                       {"ask Karl about the certificates", "2026-03-03", Category::Task},
                       {"move the 2.4 release to March 17", "2026-03-17", Category::Decision},
                       {"Code freeze is on March 12 at 18:00", "2026-03-12T17:00"}});
  expect_nothing(facts, {"Sounds good.", "Got it, thanks.",
                         "Morning all. Let's keep it short. Priya, you want to start?"});
}

TEST(SourceFacts, SlackIncident) {
  const Facts facts = facts_of(SourceForm::SlackThread, R"({"channel":"incident-payments",
"utc_offset":"+01:00","users":{"U1":"Lena Fischer","U2":"Marco Silva","U3":"박지훈"},"messages":[
{"user":"U9","subtype":"channel_join","text":"<@U9> has joined the channel","ts":"1772524700.000100"},
{"user":"U1","text":":rotating_light: Checkout is failing for about 30% of card payments since 08:52. <!here>","ts":"1772524800.000100"},
{"user":"U2","text":"```\npanic: nil map\n```","ts":"1772524880.000200"},
{"user":"U1","text":"<@U2> please roll back to 4.18.1","ts":"1772524980.000300"},
{"user":"U2","text":"rolling back now","ts":"1772525040.000400"},
{"user":"U2","text":"Rollback to 4.18.1 is complete, error rate is back to 0.2% &amp; falling :tada:","ts":"1772525640.000500"},
{"user":"U3","text":"원인은 설정 파일에서 `fx_rates` 항목이 빠진 것으로 확인했습니다. 내일 오전 10시까지 수정 PR 올리겠습니다.","ts":"1772526000.000600"},
{"user":"U1","text":"We decided to block deploys to payments until the fix is merged. Postmortem on Thursday 15:00 in <#C2|eng-room>.","ts":"1772526600.000700"},
{"user":"U2","text":"sounds good :+1:","ts":"1772526900.000800"}]})");
  expect_facts(facts, {{"Checkout is failing for about 30% of card payments", "2026-03-03T07:52"},
                       {"please roll back to 4.18.1", "2026-03-03", Category::Task},
                       {"error rate is back to 0.2% & falling", "2026-03-03"},
                       {"fx_rates 항목이 빠진", "2026-03-03"},
                       {"내일 오전 10시까지 수정 PR", "2026-03-04T09:00", Category::Task},
                       {"block deploys to payments", "2026-03-03", Category::Decision},
                       {"Postmortem on Thursday 15:00", "2026-03-05T14:00", Category::Meeting}});
  expect_nothing(facts, {"rolling back now", "sounds good"});
}

TEST(SourceFacts, KoreanMeetingWithDecisions) {
  const Facts facts = facts_of(SourceForm::Meeting, R"(회의명: 3월 앱 개편 주간회의
일시: 2026년 3월 4일 오후 2:00
참석자: 김민지, 박서준 팀장, 이하늘

[00:00:05] 박서준 팀장: 자 그럼 시작하겠습니다.
[00:00:40] 김민지: 네, 디자인 시안은 다음 주 수요일까지 완료됩니다. 어 그런데 결제 화면은 법무 검토가 아직 안 끝났어요.
[00:02:10] 이하늘: 저기, 법무팀 회신은 3월 10일에 받기로 했습니다.
[00:03:00] 박서준 팀장: 그럼 출시일은 4월 1일로 확정하겠습니다.
[00:04:20] 김민지: 네 알겠습니다.
[00:05:00] 이하늘: 마케팅 예산은 3천만원으로 결정됐습니다. 그 회의록은 제가 정리해서 금요일까지 공유하겠습니다.
[00:06:30] 박서준 팀장: 이하늘 님은 QA 서버를 3월 20일까지 준비해 주세요. 다음 회의는 3월 11일 오후 2시입니다.
[00:07:00] 김민지: [웃음] 네 그때 뵙겠습니다.

결정 사항:
- 접근성 점검은 외부 업체에 맡김
)");
  expect_facts(facts, {{"디자인 시안은 다음 주 수요일까지", "2026-03-11"},
                       {"법무팀 회신은 3월 10일", "2026-03-10", Category::Decision},
                       {"출시일은 4월 1일로 확정", "2026-04-01"},
                       {"마케팅 예산은 3천만원", "2026-03-04", Category::Decision},
                       {"그 회의록은 제가 정리해서 금요일까지", "2026-03-06", Category::Task},
                       {"QA 서버를 3월 20일까지", "2026-03-20", Category::Task},
                       {"다음 회의는 3월 11일 오후 2시", "2026-03-11T05:00", Category::Meeting},
                       {"접근성 점검은 외부 업체에 맡김", "2026-03-04", Category::Decision}});
  expect_nothing(facts, {"자 그럼 시작하겠습니다.", "네 알겠습니다.", "네 그때 뵙겠습니다."});
}

TEST(SourceFacts, NotesAndMemos) {
  expect_facts(
      facts_of(SourceForm::TextNote,
               "# 4월 워크숍 준비\n\n장소는 **양평 한화리조트**로 확정.\n\n## 할 일\n- [ ] 버스 "
               "예약을 3월 20일까지 마칠 것\n"),
      {{"양평 한화리조트로 확정", "2026-03-02", Category::Decision},
       {"버스 예약을 3월 20일까지", "2026-03-20", Category::Task}});
  expect_facts(facts_of(SourceForm::VoiceMemo,
                        "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Jonas Weber>Um, the Lisbon hotel "
                        "is\n\n00:04.000 --> 00:08.500\n<v Jonas Weber>booked from May 4 to May "
                        "8.\n\n00:09.000 --> 00:14.000\n<v Jonas Weber>I still need to send the "
                        "passport copy to the agency by April 10.\n"),
               {{"Lisbon hotel is booked from May 4 to May 8", "2026-05-04"},
                {"passport copy to the agency by April 10", "2026-04-10", Category::Task}});
}

}  // namespace
}  // namespace memfold::ingest
