// Every raw form, as it is read, and what is refused.
#include "memfold/source_reader.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "memfold/error.h"
#include "tests/ingest/raw_sources.h"

namespace memfold::ingest {
namespace {

using testing::read;
using testing::refusal;
using testing::source_of;

TEST(Conversations, TurnsBecomeMessagesByTime) {
  const SourceReading reading = read(
      SourceForm::Conversation,
      R"({"title":"납품 협의","participants":["김민지","오세훈 <oh@hanbit.example>"]})"
      "\n"
      R"({"speaker":"오세훈","text":"어 납품일은 3월 18일입니다.","at":"2026-03-02T10:05:00+09:00"})"
      "\n\n"
      R"({"speaker":"김민지","text":"음","at":"2026-03-02T10:00:00+09:00"})"
      "\n"
      R"({"name":"김민지","content":"납품일이 언제죠?","time":"2026-03-02T10:04:00+09:00"})"
      "\n"
      R"({"speaker":"오세훈","text":"오전에 도착합니다.","at":"2026-03-02T10:06:59+09:00"})"
      "\n"
      R"({"speaker":"오세훈","text":"나중에 또 연락드릴게요.","at":"2026-03-02T10:09:00+09:00"})");
  ASSERT_EQ(reading.messages.size(), 3u);
  const Message& first = reading.messages[0];
  EXPECT_EQ(first.id, "s#1");
  EXPECT_EQ(first.thread_id, "s");
  EXPECT_EQ(first.subject, "납품 협의");
  EXPECT_EQ(first.from.name, "김민지");
  ASSERT_EQ(first.to.size(), 1u);
  EXPECT_EQ(first.to[0].address, "oh@hanbit.example");
  EXPECT_EQ(to_string(*first.date), "2026-03-02T01:04:00Z");
  EXPECT_EQ(first.utc_offset_minutes, 540);
  EXPECT_TRUE(first.is_reply);  // its subject is not read as a statement
  // Within two minutes of each other: one message. The next came 121 seconds later.
  EXPECT_EQ(reading.messages[1].from.address, "oh@hanbit.example");
  EXPECT_EQ(reading.messages[1].body, "납품일은 3월 18일입니다.\n\n오전에 도착합니다.");
  EXPECT_EQ(reading.messages[2].body, "나중에 또 연락드릴게요.");
  EXPECT_EQ(reading.title, "납품 협의");
  EXPECT_EQ(
      reading.text,
      "김민지: 납품일이 언제죠?\n오세훈: 납품일은 3월 18일입니다. 오전에 도착합니다.\n오세훈: "
      "나중에 또 연락드릴게요.");
  EXPECT_EQ(to_string(*reading.started_at), "2026-03-02T01:00:00Z");
  EXPECT_EQ(to_string(*reading.ended_at), "2026-03-02T01:09:00Z");
}

TEST(Conversations, OneMessageHasTheIdOfItsSource) {
  const SourceReading reading =
      read(SourceForm::Conversation, R"({"speaker":"Ann","text":"The fair is on May 4."})");
  ASSERT_EQ(reading.messages.size(), 1u);
  EXPECT_EQ(reading.messages[0].id, "s");
  EXPECT_EQ(to_string(*reading.messages[0].date), "2026-03-02T01:00:00Z");  // as received
  EXPECT_EQ(reading.messages[0].utc_offset_minutes, 0);
  Source unnamed = source_of(SourceForm::Conversation, R"({"speaker":"Ann","text":"x y z"})");
  unnamed.source_id.clear();
  const std::string id = builtin_source_reader()->read(unnamed).messages[0].id;
  EXPECT_TRUE(id.starts_with("sha256-") && id.size() == 7 + 64) << id;
}

TEST(Conversations, ClocksWithoutAZoneAreTheTalks) {
  struct Case {
    const char *text, *at, *time;
    int offset;
  };
  const Case kCases[] = {
      {"내일 세 시에 봅시다", "2026-03-02 10:00", "2026-03-02T01:00:00Z", 540},
      {"See you at three", "2026-03-02 10:00", "2026-03-02T10:00:00Z", 0},
      {"내일 세 시에 봅시다", "2026-03-02T10:00:00Z", "2026-03-02T10:00:00Z", 540},
      {"See you at three", "2026-03-02T10:00:00-05:00", "2026-03-02T15:00:00Z", -300},
  };
  for (const Case& each : kCases) {
    const SourceReading reading =
        read(SourceForm::Conversation, std::string(R"({"speaker":"A","text":")") + each.text +
                                           R"(","at":")" + each.at + "\"}");
    EXPECT_EQ(to_string(*reading.messages[0].date), each.time);
    EXPECT_EQ(reading.messages[0].utc_offset_minutes, each.offset) << each.text;
  }
}

TEST(Conversations, RefusedWithLineAndKey) {
  const std::pair<const char*, const char*> kCases[] = {
      {"{\"speaker\":\"A\",\"text\":\"x\"}\n{\"speakr\":\"A\",\"text\":\"x\"}",
       "conversation line 2: unknown key speakr; did you mean speaker?"},
      {"\n{\"speaker\":\"A\",\"text\":\"x\"}\n\n{\"speaker\":\"B\"}",
       "conversation line 4: text is missing"},
      {R"({"speaker":1,"text":"x"})", "conversation line 1: speaker must be a string"},
      {R"({"speaker":"A","text":"x","at":"soon"})", "conversation line 1: at must be a time like"},
      {R"({"speaker":"A","text":"x")", "conversation line 1: not valid JSON"},
      {"plain words", "conversation line 1: not valid JSON"},
      {R"(["x"])", "conversation turn 1: not a JSON object"},
      {R"({"titel":"x"})", "conversation line 1: unknown key titel; did you mean title?"},
      {R"({"speaker":"A","text":"음..."})", "conversation: nothing is said in it"},
      {"", "conversation: nothing is said in it"},
      {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "conversation: not valid JSON"},
  };
  for (const auto& [raw, reason] : kCases) {
    EXPECT_TRUE(refusal(SourceForm::Conversation, raw).starts_with(reason))
        << refusal(SourceForm::Conversation, raw);
  }
}

TEST(Sources, AMailIsCalledByItsMessageId) {
  const auto own_id = [](SourceForm form, std::string raw) {
    return builtin_source_reader()->own_id(source_of(form, std::move(raw)));
  };
  const std::string head = "From: mina@example.org\nSubject: 예산\n";
  EXPECT_EQ(own_id(SourceForm::Email, head + "Message-ID: <q1@example.org>\n\nHi.\n"),
            "q1@example.org");
  EXPECT_EQ(own_id(SourceForm::Email,
                   R"({"from":"mina@example.org","message_id":"<q2@example.org>","body":"Hi."})"),
            "q2@example.org");
  EXPECT_EQ(own_id(SourceForm::Email, head + "\nHi.\n"), "");
  EXPECT_EQ(own_id(SourceForm::Email, "{ no mail"), "") << "whoever reads it will hear";
  EXPECT_EQ(own_id(SourceForm::TextNote, head + "Message-ID: <q1@example.org>\n\nHi.\n"), "");
}

TEST(Sources, Limits) {
  const std::string turn = "{\"speaker\":\"A\",\"text\":\"one\"}\n";
  SourceLimits limits;
  limits.max_turns = 2;
  EXPECT_EQ(refusal(SourceForm::Conversation, turn + turn, limits), "");
  EXPECT_EQ(refusal(SourceForm::Conversation, turn + turn + turn, limits),
            "conversation line 3: more than 2 turns");
  EXPECT_EQ(refusal(SourceForm::Meeting, "[00:01] A: x\n[00:02] B: y\n[00:03] A: z", limits),
            "meeting: more than 2 turns");
  EXPECT_EQ(refusal(SourceForm::SlackThread,
                    R"([{"user":"U","text":"x","ts":"1772413200.1"},)"
                    R"({"user":"U","text":"y","ts":"1772413201.1"},)"
                    R"({"user":"U","text":"z","ts":"1772413202.1"}])",
                    limits),
            "slack_thread: more than 2 messages");
  limits.max_line_bytes = 10;
  EXPECT_EQ(refusal(SourceForm::Conversation, turn, limits),
            "conversation line 1: longer than 10 bytes");
  EXPECT_EQ(refusal(SourceForm::TextNote, "short\n01234567890", limits),
            "text_note line 2: longer than 10 bytes");
  limits.max_bytes = 5;
  EXPECT_EQ(refusal(SourceForm::TextNote, "0123456", limits), "text_note: larger than 5 bytes");
}

TEST(VoiceMemos, PiecesOfARecorderAreSentencesAgain) {
  const SourceReading turns = read(SourceForm::VoiceMemo,
                                   "{\"text\":\"the hotel is booked\",\"start\":1.0,\"end\":4.2}\n"
                                   "{\"text\":\"from May 4 to May 8.\",\"start\":4.2,\"end\":8.0}");
  ASSERT_EQ(turns.messages.size(), 1u);
  EXPECT_EQ(turns.messages[0].body, "the hotel is booked from May 4 to May 8.");
  EXPECT_EQ(to_string(*turns.ended_at), "2026-03-02T01:00:08Z");
  const SourceReading list = read(SourceForm::VoiceMemo,
                                  "[ {\"text\":\"the hotel is booked\",\"start\":1.0,\"end\":4.2},"
                                  "{\"text\":\"from May 4 to May 8.\",\"start\":4.2,\"end\":8.0}]");
  ASSERT_EQ(list.messages.size(), 1u);
  EXPECT_EQ(list.messages[0].body, turns.messages[0].body);
  const SourceReading timed = read(SourceForm::VoiceMemo, "[00:01] The hotel is booked.");
  EXPECT_EQ(timed.messages[0].body, "The hotel is booked.");
  Source memo = source_of(SourceForm::VoiceMemo, "음 치과 예약은 3월 16일 오전 9시입니다.\n");
  memo.participants = {"김민지"};
  const SourceReading text = builtin_source_reader()->read(memo);
  EXPECT_EQ(text.messages[0].from.name, "김민지");
  EXPECT_EQ(text.messages[0].body, "치과 예약은 3월 16일 오전 9시입니다.");
}

struct Spoken {
  const char *speaker, *body, *date;
};

void expect_spoken(const SourceReading& reading, const std::vector<Spoken>& expected) {
  ASSERT_EQ(reading.messages.size(), expected.size()) << reading.text;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(reading.messages[i].from.name, expected[i].speaker);
    EXPECT_EQ(reading.messages[i].body, expected[i].body);
    EXPECT_EQ(to_string(*reading.messages[i].date), expected[i].date);
  }
}

TEST(Meetings, ForgivesTheManyWaysToNameASpeaker) {
  const std::string head = "회의명: 주간회의\n일시: 2026-03-04 14:00\n참석자: 김민지, 박서준\n\n";
  const char* kTranscripts[] = {
      "[00:00:05] 김민지: 시안은 끝났습니다.\n[00:03:00] 박서준: 좋습니다.",
      "00:05 김민지: 시안은 끝났습니다.\n03:00 박서준: 좋습니다.",
      "김민지 (00:05): 시안은 끝났습니다.\n박서준 (03:00): 좋습니다.",
      "김민지 00:05\n시안은 끝났습니다.\n\n박서준 03:00\n좋습니다.",
      "**김민지** [00:05]: 시안은 끝났습니다.\n**박서준** [03:00]: 좋습니다.",
      "[14:00:05] 김민지: 시안은 끝났습니다.\n[14:03:00] 박서준: 좋습니다.",
  };
  for (const char* transcript : kTranscripts) {
    SCOPED_TRACE(transcript);
    const SourceReading reading = read(SourceForm::Meeting, head + transcript);
    EXPECT_EQ(reading.title, "주간회의");
    expect_spoken(reading, {{"김민지", "시안은 끝났습니다.", "2026-03-04T05:00:05Z"},
                            {"박서준", "좋습니다.", "2026-03-04T05:03:00Z"}});
  }
}

TEST(Meetings, FieldsAndHeadingsAreNobodysName) {
  const SourceReading reading = read(SourceForm::Meeting,
                                     "Dana Whitfield: The link is https://x.example: use it.\n"
                                     "Note: the price went up.\n"
                                     "tom: agreed, fully\nDana Whitfield: Good.\ntom: bye then\n\n"
                                     "Action items:\n- Tom to renew the lease by May 4");
  ASSERT_EQ(reading.messages.size(), 6u);
  EXPECT_EQ(reading.messages[0].body, "The link is https://x.example: use it.");
  EXPECT_EQ(reading.messages[1].from.name, "");
  EXPECT_EQ(reading.messages[1].body, "Note: the price went up.");
  EXPECT_EQ(reading.messages[2].from.name, "tom");
  EXPECT_EQ(reading.messages[5].from.name, "");
}

TEST(Meetings, WordsBelowANameAreItsSpeakers) {
  const SourceReading reading = read(SourceForm::Meeting,
                                     "Design review\nParticipants: Hana Cole, Ivo Petrov\n\n"
                                     "Hana Cole  0:03\nOkay so we start.\nDecision: no blog.\n\n"
                                     "Ivo Petrov  2:30\nFine.\n\nAction items:\n- Ivo: logo\n");
  EXPECT_EQ(reading.title, "Design review");
  expect_spoken(reading, {{"Hana Cole", "We start.\nDecision: no blog.", "2026-03-02T01:00:03Z"},
                          {"Ivo Petrov", "Fine.", "2026-03-02T01:02:30Z"},
                          {"", "Action items:\n- Ivo: logo", "2026-03-02T01:02:30Z"}});
}

TEST(Meetings, MinutesWithoutSpeakersAreOneText) {
  const SourceReading reading =
      read(SourceForm::Meeting,
           "# Budget review\nDate: 2026-03-04\n\nDecisions:\n* The budget is **EUR 4,000**.\n");
  ASSERT_EQ(reading.messages.size(), 1u);
  EXPECT_EQ(reading.title, "Budget review");
  EXPECT_EQ(reading.messages[0].body, "Decisions:\n- The budget is EUR 4,000.");
}

TEST(Meetings, CaptionsAndJson) {
  const SourceReading captions =
      read(SourceForm::Meeting,
           "1\n00:00:01,000 --> 00:00:02,500\nAnna: um, we ship\n\n2\n00:00:03,000 --> "
           "00:00:04,000\n<i>on</i> Friday.\n\n3\n00:00:05,000 --> 00:00:06,000\nBen: Fine.\n");
  expect_spoken(captions, {{"Anna", "we ship on Friday.", "2026-03-02T01:00:01Z"},
                           {"Ben", "Fine.", "2026-03-02T01:00:05Z"}});
  const char* kJson[] = {
      R"({"title":"가격 회의","participants":["김민지",{"name":"Ben","address":"BEN@x.example"}],)"
      R"("started_at":"2026-03-02T10:00:00+09:00","transcript":[{"speaker":"Ben","text":"가격은 20유로",)"
      R"("at":4},{"speaker":"김민지","text":"네","at":"00:10"}]})",
      R"({"title":"가격 회의","participants":"김민지, Ben <ben@x.example>","started_at":"2026-03-02T10:00:00+09:00",)"
      R"("transcript":"[00:04] Ben: 가격은 20유로\n[00:10] 김민지: 네"})"};
  for (const char* json : kJson) {
    const SourceReading reading = read(SourceForm::Meeting, json);
    expect_spoken(reading, {{"Ben", "가격은 20유로", "2026-03-02T01:00:04Z"},
                            {"김민지", "네", "2026-03-02T01:00:10Z"}});
    EXPECT_EQ(reading.messages[0].from.address, "ben@x.example");
    EXPECT_EQ(reading.messages[0].subject, "가격 회의");
  }
  EXPECT_EQ(refusal(SourceForm::Meeting, R"({"title":"x"})"), "meeting: transcript is missing");
  EXPECT_EQ(refusal(SourceForm::Meeting, R"({"transcript":[{"speaker":"A","txt":"x"}]})"),
            "meeting turn 1: unknown key txt; did you mean text?");
  EXPECT_EQ(refusal(SourceForm::Meeting, ""), "meeting: nothing is said in it");
}

TEST(Notes, OneMessageWithItsTitleForASubject) {
  const SourceReading reading =
      read(SourceForm::TextNote, "\xEF\xBB\xBF# 장보기\r\n\r\n- 우유 *두* 팩\r\n> 인용\r\n");
  ASSERT_EQ(reading.messages.size(), 1u);
  EXPECT_EQ(reading.messages[0].subject, "장보기");
  EXPECT_EQ(reading.messages[0].body, "- 우유 두 팩");
  EXPECT_EQ(reading.messages[0].quoted, "인용");
  EXPECT_EQ(reading.text, "- 우유 두 팩");
  EXPECT_EQ(refusal(SourceForm::TextNote, " \n"), "text_note: nothing is said in it");
}

TEST(Notes, CharacterSets) {
  // 회의는 금요일 in CP949, UTF-16LE and UTF-16BE
  const std::string kTexts[] = {
      "\xC8\xB8\xC0\xC7\xB4\xC2 \xB1\xDD\xBF\xE4\xC0\xCF",
      std::string("\xFF\xFE\x8C\xD6\x58\xC7\x94\xB2\x20\x00\x08\xAE\x94\xC6\x7C\xC7", 16),
      std::string("\xFE\xFF\xD6\x8C\xC7\x58\xB2\x94\x00\x20\xAE\x08\xC6\x94\xC7\x7C", 16)};
  for (const std::string& text : kTexts) {
    EXPECT_EQ(read(SourceForm::TextNote, text).text, "회의는 금요일");
  }
  EXPECT_TRUE(is_valid_utf8(read(SourceForm::TextNote, "a\xff\xfe\x80 b").text));
}

TEST(Mails, JsonIsReadLikeTheMailItStandsFor) {
  const SourceReading reading = read(
      SourceForm::Email,
      R"({"from":"Minji Kim <Minji@x.example>","to":["Tom <tom@x.example>",{"name":"Lee, \"Jo\"","address":"jo@x.example"}],)"
      R"("subject":"Lease\nBcc: evil@x.example","date":"2026-03-05T09:00:00+09:00","headers":{"References":"<root@x>","X-A":["1","2"],)"
      R"("Content-Type":"text/html"},"body":"Please sign by March 12.\n\n-- \nMinji\n","attachments":[{"name":"a.pdf","type":"application/pdf","size":9}]})");
  ASSERT_EQ(reading.messages.size(), 1u);
  const Message& mail = reading.messages[0];
  EXPECT_EQ(mail.id, "s");
  EXPECT_EQ(mail.thread_id, "root@x");
  EXPECT_EQ(mail.from.address, "minji@x.example");
  ASSERT_EQ(mail.to.size(), 2u);
  EXPECT_EQ(mail.to[1].address, "jo@x.example");
  EXPECT_EQ(mail.subject, "Lease Bcc: evil@x.example");
  EXPECT_EQ(mail.utc_offset_minutes, 540);
  EXPECT_EQ(to_string(*mail.date), "2026-03-05T00:00:00Z");
  EXPECT_EQ(mail.body, "Please sign by March 12.");
  ASSERT_EQ(mail.attachments.size(), 1u);
  EXPECT_EQ(reading.participants.size(), 3u);
  EXPECT_EQ(read(SourceForm::Email, R"({"from":"a@x.example","html":"<p>Hi <b>you</b></p>"})").text,
            "Hi you");
}

TEST(Mails, ForwardedOnesComeFirst) {
  const SourceReading reading =
      read(SourceForm::Email,
           "From: Minji <minji@x.example>\nSubject: Fwd: Lease\nDate: Thu, 5 Mar 2026 09:00:00 "
           "+0900\nMessage-ID: <m@x>\n\nPlease sign.\n\n---------- Forwarded message ---------\n"
           "From: Karl <karl@x.example>\nDate: Wed, Mar 4, 2026 at 3:12 PM\nSubject: Lease\nTo: "
           "Minji <minji@x.example>\n\nThe rent is EUR 4,200.\n");
  ASSERT_EQ(reading.messages.size(), 2u);
  EXPECT_EQ(reading.messages[0].from.address, "karl@x.example");
  EXPECT_EQ(reading.messages[1].from.address, "minji@x.example");
  EXPECT_TRUE(reading.messages[1].forwarded.empty());
  EXPECT_EQ(reading.text, "The rent is EUR 4,200.\n\nPlease sign.");
  EXPECT_EQ(to_string(*reading.started_at), "2026-03-05T00:00:00Z");
}

TEST(Mails, KeepTheirMessageIdWhereTheSourceHasNoName) {
  Source source = source_of(SourceForm::Email, "From: a@x.example\nMessage-ID: <m@x>\n\nHi.\n");
  source.source_id.clear();
  EXPECT_EQ(builtin_source_reader()->read(source).messages[0].id, "m@x");
}

TEST(Mails, Refused) {
  EXPECT_EQ(refusal(SourceForm::Email, "just words"), "email: no mail header");
  EXPECT_EQ(refusal(SourceForm::Email, "TODO: call\n\nnow"),
            "email: no mail header: neither sender nor subject nor date");
  EXPECT_EQ(refusal(SourceForm::Email, R"({"body":"x"})"),
            "email: from, subject and date are missing");
  EXPECT_EQ(refusal(SourceForm::Email, R"({"from":"a","sbject":"x"})"),
            "email: unknown key sbject; did you mean subject?");
  EXPECT_EQ(refusal(SourceForm::Email, R"({"from":"a","headers":{"A B":"x"}})"),
            "email: headers has a name that is none");
  EXPECT_EQ(refusal(SourceForm::Email, R"({"from":"a","date":"soon"})"),
            "email: date must be a date as mails or RFC 3339 write it");
}

TEST(Forms, GuessedByNameAndContent) {
  struct Case {
    const char *path, *bytes;
    SourceForm form;
  };
  const Case kCases[] = {
      {"a.eml", "x", SourceForm::Email},
      {"a", "From: a@x.example\nDate: Wed, 4 Mar 2026 10:00:00 +0100\n\nHi", SourceForm::Email},
      {"m.json", "{\n\"from\":\"a\",\n\"subject\":\"x\"}", SourceForm::Email},
      {"c.jsonl", "{\"speaker\":\"A\",\"text\":\"x\"}\n{\"speaker\":\"B\",\"text\":\"y\"}",
       SourceForm::Conversation},
      {"c.jsonl", "{\"title\":\"t\"}\n{\"speaker\":\"B\",\"text\":\"y\"}",
       SourceForm::Conversation},
      {"d/음성 메모 3.jsonl", "{\"speaker\":\"A\",\"text\":\"x\"}", SourceForm::VoiceMemo},
      {"t.json", R"({"channel":"x","messages":[]})", SourceForm::SlackThread},
      {"t.json", R"([{"ts":"1772413200.1","text":"x"}])", SourceForm::SlackThread},
      {"t.json", R"({"title":"x","transcript":""})", SourceForm::Meeting},
      {"t.vtt", "WEBVTT\n", SourceForm::Meeting},
      {"voice memo.srt", "1\n00:00:01,000 --> 00:00:02,000\nx", SourceForm::VoiceMemo},
      {"t.txt", "김민지: 네\n박서준: 시작하죠\n김민지: 좋아요", SourceForm::Meeting},
      {"t.txt", "Date: 2026-03-04\nSubject: x\n\n- one", SourceForm::TextNote},
      {"n.md", "# 이사회\n일시: 2026년 4월 7일 오전 10시\n참석자: 최은영, 정우성\n- 채용 확정",
       SourceForm::Meeting},
      {"n.md", "# 장보기\n- 우유: 두 팩\n- 빵: 하나", SourceForm::TextNote},
      {"n.txt", "{ not json", SourceForm::TextNote},
      {"n.txt", "", SourceForm::TextNote},
  };
  for (const Case& each : kCases) {
    EXPECT_EQ(name(guess_form(each.path, each.bytes)), name(each.form))
        << each.path << ": " << each.bytes;
  }
}

}  // namespace
}  // namespace memfold::ingest
