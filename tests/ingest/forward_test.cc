#include "ingest/forward.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

const std::string kBlock =
    "From: Mina Kim <mina@example.com>\nDate: Mon, Jan 5, 2026 at 9:05 AM\nSubject: Q1 budget\n"
    "To: <june@example.com>\n\nThe Q1 budget is 5,000 USD.\n";

std::string shown_forward(const std::string& text, const std::string& subject = "Q1 budget") {
  const auto found = find_forwarded(text, is_forward_subject(subject), 0);
  if (!found) return "none";
  std::string line(found->above);
  line += "|" + found->from.name + "|" + found->from.address + "|" + to_string(found->date.time) +
          "|" + found->subject + "|" + std::to_string(found->to.size() + found->cc.size()) + "|" +
          found->text;
  return line;
}

const std::string kSeen = "|Mina Kim|mina@example.com|2026-01-05T09:05:00Z|Q1 budget|1|\n";

TEST(Forward, ADividerOrTheSubjectSaysSo) {
  const std::string body = "The Q1 budget is 5,000 USD.\n";
  EXPECT_EQ(shown_forward("FYI\n\n---------- Forwarded message ---------\n" + kBlock),
            "FYI\n" + kSeen + body);
  EXPECT_EQ(shown_forward("FYI\n\n-----Original Message-----\n" + kBlock), "none")
      << "a reply quotes so";
  EXPECT_EQ(shown_forward("FYI\n\n-----Original Message-----\n" + kBlock, "FW: Q1 budget"),
            "FYI\n\n-----Original Message-----\n" + kSeen + body);
  EXPECT_EQ(shown_forward("FYI\n________________________________\n" + kBlock, "전달: 예산"),
            "FYI\n" + kSeen + body);
  EXPECT_EQ(shown_forward(kBlock, "Re: Q1 budget"), "none");
  EXPECT_EQ(shown_forward("The plan is below.\nTo: everyone\nSubject: lunch\n", "Fwd: x"), "none");
}

TEST(Forward, KoreanMailers) {
  EXPECT_EQ(
      shown_forward(
          "참고하세요.\n\n보낸 사람: 김민지 <mina@example.com>\n보낸 날짜: 2026년 1월 5일 월요일 "
          "오전 9:05\n"
          "받는 사람: 이준 <june@example.com>\n참조: all@example.com\n제목: 예산\n\n예산은 "
          "5000만원.\n",
          "FW: 예산"),
      "참고하세요.\n|김민지|mina@example.com|2026-01-05T09:05:00Z|예산|2|\n예산은 5000만원.\n");
  EXPECT_EQ(
      shown_forward(
          "--------- 전달된 메일 ---------\n보낸사람 : 김민지 <mina@example.com>\n"
          "받는사람 : 이준 <june@example.com>\n날짜 : 2026년 1월 5일 월요일, 09시 05분 31초 +0900\n"
          "제목 : 예산\n예산은 5000만원.\n"),
      "|김민지|mina@example.com|2026-01-05T00:05:31Z|예산|1|예산은 5000만원.\n");
}

TEST(Forward, MarkedLines) {
  std::string quoted;
  for (std::size_t at = 0; at < kBlock.size();) {
    const std::size_t end = kBlock.find('\n', at) + 1;
    quoted += "> " + kBlock.substr(at, end - at);
    at = end;
  }
  const std::string body = "\nThe Q1 budget is 5,000 USD.\n";
  const std::string head = kSeen.substr(0, kSeen.size() - 1);
  EXPECT_EQ(shown_forward("Begin forwarded message:\n\n" + quoted), head + body);
  EXPECT_EQ(
      shown_forward("Agreed.\n\n> Begin forwarded message:\n>\n" + quoted, "Re: Fwd: Q1 budget"),
      "none")
      << "someone quotes a forwarded mail";
}

TEST(Forward, OtherLanguagesAndOddAddresses) {
  EXPECT_EQ(
      shown_forward("Lähettäjä: Mina <mina@example.com>\nPäivämäärä: 5. tammikuuta 2026 klo 9.05\n"
                    "Vastaanottaja: a@example.com\nAihe: Budjetti\nTeksti.\n",
                    "VL: Budjetti"),
      "|Mina|mina@example.com|2026-01-05T09:05:00Z|Budjetti|0|Teksti.\n");
  const std::string rest = "Sent: 5 January 2026 09:05\nTo: June\nSubject: x\n\ny\n";
  EXPECT_EQ(
      shown_forward("*From:* Kim, Mina [mailto:mina@example.com]\n" + rest, "FW: x").substr(0, 23),
      "|Mina|mina@example.com|");
  EXPECT_EQ(
      shown_forward("From: Mina <mina@example.com<mailto:mina@example.com>>\n" + rest, "FW: x")
          .substr(0, 23),
      "|Mina|mina@example.com|");
}

TEST(Forward, HeadersAsStored) {
  EXPECT_EQ(shown_forward(
                "Message-ID: <x@example.com>\nFrom: Mina <mina@example.com>\nUser-Agent: Mail 1.0\n"
                "Date: Mon, 5 Jan 2026 09:05:00 +0000\nSubject: x\nMIME-Version: 1.0\n\ny\n",
                "Fwd: x"),
            "Message-ID: <x@example.com>\n|Mina|mina@example.com|2026-01-05T09:05:00Z|x|0|\ny\n");
}

TEST(Forward, NothingWithoutSenderAndDate) {
  const std::string divider = "----- Forwarded message -----\n";
  EXPECT_EQ(shown_forward(divider + "Date: 5 Jan 2026 9:05\nSubject: x\nTo: a@example.com\n\ny\n"),
            "none");
  EXPECT_EQ(shown_forward(divider + "From: Mina\nDate: last week\nSubject: x\n\ny\n"), "none");
  EXPECT_EQ(shown_forward(""), "none");
  EXPECT_EQ(shown_forward(std::string(200'000, '>')), "none");
  std::string names;
  for (int i = 0; i < 50'000; ++i) names += "To: a@example.com\n";
  EXPECT_EQ(shown_forward(names, "Fwd: x"), "none");
}

TEST(Forward, Subjects) {
  for (const char* subject : {"Fwd: x", "FW: x", "[Fwd: x]", "전달: x", "WG: x", "TR : x"}) {
    EXPECT_TRUE(is_forward_subject(subject)) << subject;
  }
  for (const char* subject : {"", "Re: Fwd: x", "Forwarding address: x", "x", "fwd"}) {
    EXPECT_FALSE(is_forward_subject(subject)) << subject;
  }
}

}  // namespace
}  // namespace memfold::ingest
