#include "ingest/author_text.h"

#include <gtest/gtest.h>

#include <chrono>

namespace memfold::ingest {
namespace {

std::string body(std::string_view text) {
  return separate_author_text(text).body;
}
std::string quotation(std::string_view text) {
  return separate_author_text(text).quoted;
}
std::string signature(std::string_view text) {
  return separate_author_text(text).signature;
}

TEST(AuthorText, QuotesAboveBelowAndBetween) {
  EXPECT_EQ(body("I agree.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Mina <m@example.com> wrote:\n> Shall "
                 "we?\n> Yes or no?\n"),
            "I agree.");
  EXPECT_EQ(quotation("I agree.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Mina <m@example.com> wrote:\n> "
                      "Shall we?\n> Yes or no?\n"),
            "Shall we?\nYes or no?");
  EXPECT_EQ(body("Mina wrote:\n> Where?\nRoom 3.\n\n> When?\nAt 2.\n"), "Room 3.\n\nAt 2.");
  EXPECT_EQ(body("> old\n>> older\n\nNew text.\n"), "New text.");
}

TEST(AuthorText, AttributionsInKoreanAndEnglish) {
  const char* const kAttributions[] = {
      "On Mon, Jan 5, 2026 at 9:00 AM Mina Kim <m@example.com> wrote:",
      "On Monday, 5 January 2026\nat 09:00, Mina Kim\n<m@example.com> wrote:",
      "Mina Kim <m@example.com> writes:",
      "Quoting Mina Kim <m@example.com>:",
      "* Mina Kim [2026-01-05 09:00]:",
      "2026년 1월 5일 (월) 오전 9:00, 김민지 <m@example.com>님이 작성:",
      "2026년 1월 5일 (월) 오전 9:00, 김민지\n<m@example.com>님이 작성:",
      "김민지님의 메시지:",
      "2026. 1. 5. 오전 9:00 김민지님이 작성:",
      "Am 5. Januar 2026 schrieb Mina Kim:",
      "From: Mina Kim",
  };
  for (const char* attribution : kAttributions) {
    const std::string text =
        "검토했습니다.\n\n" + std::string(attribution) + "\n\n> 확인 부탁드립니다.\n";
    EXPECT_EQ(body(text), "검토했습니다.") << attribution;
    EXPECT_EQ(quotation(text), "확인 부탁드립니다.") << attribution;
  }
}

TEST(AuthorText, ReplyHeadersEndTheAuthorsText) {
  const char* const kOpeners[] = {
      "-----Original Message-----\nFrom: Mina\nSent: Monday\nTo: Lee\nSubject: x",
      "________________________________\nFrom: Mina <m@example.com>\nSent: Monday\nTo: "
      "Lee\nSubject: x",
      "*From:* Mina\n*Sent:* Monday\n*To:* Lee\n*Subject:* x",
      "-----원본 메시지-----\n보낸 사람: 김민지\n보낸 날짜: 월요일\n받는 사람: 이\n제목: x",
      "보낸사람: 김민지 <m@example.com>\n받는사람: 이 <lee@example.com>\n날짜: 2026년 1월 "
      "5일\n제목: x",
      "---------- Forwarded message ---------\nFrom: Mina\nDate: Monday",
      "Begin forwarded message:\n\nFrom: Mina",
      // no language in particular
      "Van: Mina <m@example.com>\nDatum: maandag 5 januari 2026 09:00\nAan: "
      "lee@example.com\nOnderwerp: x",
      "---------- Doorgestuurd bericht ---------\nVan: Mina <m@example.com>\nDatum: 5 "
      "jan\nOnderwerp: x",
      "\xEF\xBB\xBF"
      "Op 05/01/2026 09:00 heeft Mina <m@example.com> geschreven:",
      "----- Forwarded Message ----- From: Mina <m@example.com>To: Lee <lee@example.com>Sent: "
      "Monday",
      "2026년 1월 5일 (월) 오전 9:00, 김민지 <m@example.com>님이 작성:",
      "On Mon, Jan 5, 2026 at 9:00 AM, Mina <m@example.com> wrote:",
  };
  for (const char* opener : kOpeners) {
    const std::string text =
        "Fine with me.\n\n" + std::string(opener) + "\n\nOld words.\nMore of them.\n";
    EXPECT_EQ(body(text), "Fine with me.") << opener;
    EXPECT_NE(quotation(text).find("Old words.\nMore of them."), std::string::npos) << opener;
  }
}

TEST(AuthorText, WordsThatOnlyLookLikeHeadersStay) {
  for (const char* text :
       {"From: the office to the station it takes an hour.", "On the plan Mina wrote: ship it.",
        "Date: next Monday\nPlace: room 3", "He said: no.",
        "I wrote:\nthree pages and a summary of the costs.",
        "Mina: m@example.com\nLee: lee@example.com\nHan: han@example.com\nJo: 010",
        "from seoul to busan", "a --- b", "5 > 3 and 2 < 4"}) {
    EXPECT_EQ(body(text), text);
  }
}

TEST(AuthorText, Signatures) {
  EXPECT_EQ(body("The budget is fixed.\n\n-- \nMina Kim\nExample Corp.\n"), "The budget is fixed.");
  EXPECT_EQ(signature("The budget is fixed.\n\n-- \nMina Kim\nExample Corp.\n"),
            "Mina Kim\nExample Corp.");
  EXPECT_EQ(body("We ship on Friday.\n\nBest regards,\nMina Kim\nExample Corp.\n+82 2 555 0100\n"),
            "We ship on Friday.");
  EXPECT_EQ(body("금요일에 배포합니다.\n\n감사합니다.\n김민지 드림\n"), "금요일에 배포합니다.");
  EXPECT_EQ(body("금요일에 배포합니다.\n김민지 올림"), "금요일에 배포합니다.");
  EXPECT_EQ(body("top\n\n-- \nMina\n\nOn Mon, Jan 5, 2026, Lee <l@example.com> wrote:\n> old\n"),
            "top");
}

TEST(AuthorText, AClosingInTheMiddleIsNone) {
  const std::string text =
      "Thanks!\n\nOne more thing: the contract ends on Friday and needs a new owner.";
  EXPECT_EQ(body(text), text);
  const std::string korean = "감사합니다.\n계약은 금요일에 끝납니다.";
  EXPECT_EQ(body(korean), korean);
}

TEST(AuthorText, FootersAndNotices) {
  EXPECT_EQ(body("Text.\n\n_______________________________________________\nTeam mailing list\n"
                 "Team@example.com\nhttps://example.com/mailman/listinfo/team\n"),
            "Text.");
  EXPECT_EQ(body("Text.\n\nTo unsubscribe from this list: send the line \"unsubscribe\"\n"),
            "Text.");
  EXPECT_EQ(body("Text.\n\nThis e-mail and any attachments are confidential and intended solely\n"
                 "for the addressee. If you have received it in error, delete it.\n"),
            "Text.");
  EXPECT_EQ(
      body("내용입니다.\n\n본 메일은 지정된 수신인만을 위한 것이며 기밀 정보를 담고 있습니다.\n"
           "잘못 받으셨다면 삭제해 주십시오.\n"),
      "내용입니다.");
  const std::string about = "This message is intended to explain the new plan.\n" +
                            std::string(40, '\n') + "The plan has three parts.";
  EXPECT_NE(body(about).find("three parts"), std::string::npos);
}

TEST(AuthorText, APatchKeepsItsMessage) {
  const std::string patch =
      "The counter may overflow. Use a wider type.\n\nSigned-off-by: Mina Kim "
      "<m@example.com>\n---\n"
      " count.c | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n\n"
      "diff --git a/count.c b/count.c\nindex 1..2 100644\n--- a/count.c\n+++ b/count.c\n"
      "@@ -1,3 +1,3 @@ int count\n int x;\n-int y;\n+long y;\n \n-- \n2.40.1\n";
  EXPECT_EQ(body(patch), "The counter may overflow. Use a wider type.");
  EXPECT_EQ(body("Before.\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nAfter the hunk.\n"),
            "Before.\n\nAfter the hunk.");
  EXPECT_EQ(body("v2:\n- renamed the flag\n---\n x.c | 2 +-\n"), "v2:\n- renamed the flag");
  const std::string table = "name | price\npen | 3 dollars";
  EXPECT_EQ(body(table), table) << "a table is no diffstat";
}

TEST(AuthorText, NothingAtAll) {
  EXPECT_EQ(body(""), "");
  EXPECT_EQ(body("\n\r\n \n"), "");
  EXPECT_EQ(body("-- \n"), "");
  EXPECT_EQ(body("> only\n> quotes"), "");
}

TEST(AuthorText, HostileInputTakesLinearTime) {
  const char* const kLines[] = {"unsubscribe\n",
                                "@@ -1,999999999 +1,999999999 @@\n",
                                "--\n",
                                "Thanks,\n",
                                "> q\nOn x wrote:\n",
                                "From: a\n",
                                "-----Original\n",
                                "diff --git a b\n",
                                "\n",
                                "This email is confidential\n\n",
                                "On 1 On 1 wrote:\n\n",
                                "_____\nmailing list\n"};
  const auto start = std::chrono::steady_clock::now();
  for (const char* line : kLines) {
    std::string text;
    while (text.size() < 500'000) text += line;
    EXPECT_LE(body(text).size(), text.size()) << line;
  }
  EXPECT_LE(body(std::string(1'000'000, '>')).size(), 0u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace memfold::ingest
