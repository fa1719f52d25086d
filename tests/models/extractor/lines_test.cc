#include "models/extractor/lines.h"

#include <gtest/gtest.h>

#include <string>

namespace memfold::models::extractor {
namespace {

// One letter a line: B blank, P prose, I item, R rule, T trailer, x dropped.
std::string kinds(std::string_view body) {
  std::string out;
  for (const Line& line : classify_lines(body)) out += "BPIRTx"[static_cast<int>(line.kind)];
  return out;
}

TEST(Lines, ProseAndItems) {
  EXPECT_EQ(kinds("Hello.\n\n- one\n* two\n1. three\n2) four\n• five\n가. 여섯\n① 일곱"),
            "PBIIIIIII");
  EXPECT_EQ(kinds("2026. 1. 22. 회의\n3.5 is a number\n-5 degrees"), "PPP");
  EXPECT_EQ(kinds("=====\n-----\n***"), "RRR");
}

TEST(Lines, BoxesTellDoneFromOpen) {
  const auto lines = classify_lines("- [ ] send it\n- [x] done\n☐ 제출\n- \n");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[0].open_box);
  EXPECT_EQ(lines[0].text, "send it");
  EXPECT_FALSE(lines[1].open_box);
  EXPECT_TRUE(lines[2].open_box);
  EXPECT_EQ(lines[3].kind, LineKind::Rule);
}

TEST(Lines, CodeAndPatchesAreDropped) {
  EXPECT_EQ(kinds("See:\n```\nint x;\nplain words\n```\nDone."), "PxxxxP");
  EXPECT_EQ(
      kinds("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n context\n-old\n+new\n\nAfter."),
      "xxxxxxxBP");
  EXPECT_EQ(kinds("    if (x > 0) {\n        return foo(x);\n    }"), "xxx");
  EXPECT_EQ(kinds(" open.2 | 4 ++--\n 1 file changed, 2 insertions(+)"), "xx");
  EXPECT_EQ(kinds(".BR open (2)\n.TP"), "xx");
  EXPECT_EQ(kinds("src/fold.cc:27: warning\nextern int open (const char *path"), "xx");
  EXPECT_EQ(kinds("a.1: Add x\nb.2: Add y\nc.3: Add z\n\nd.4: Add w"), "xxxBP");
  EXPECT_EQ(kinds("The page says:\n\n    Some quoted text that is set in\n    by four "
                  "columns.\n\nI agree."),
            "PBxxBP");
}

TEST(Lines, LogsTablesAndHeadersAreDropped) {
  EXPECT_EQ(kinds("2026-01-22 10:00:00,123 ERROR something failed badly"), "x");
  EXPECT_EQ(kinds("[   12.345678] usb 1-1: new device"), "x");
  EXPECT_EQ(kinds("| a | b |\n|---|---|\n| 1 | 2 |"), "xxx");
  EXPECT_EQ(kinds("name      price     count\nfoo       12        3"), "xx");
  EXPECT_EQ(kinds("From: Kim <k@x.kr>\nTo: Lee\nSubject: hello\n\nText."), "xxxBP");
  EXPECT_EQ(kinds("보낸 사람: 김\n받는 사람: 이\n제목: 회의"), "xxx");
  EXPECT_EQ(kinds("Date: Monday at noon"), "P");
  EXPECT_EQ(kinds("Kim> We ship today.\nNo: 3 > 2 holds.\nlist<int> is a type"), "xPP");
  EXPECT_EQ(kinds("> quoted\n> text\n> here\nMy answer is yes."), "xxxP");
  EXPECT_EQ(kinds("On Monday, Kim <kim@x.example>\nwrote:\nYes."), "xxP");
  EXPECT_EQ(kinds("(In reply to Kim from comment #1)"), "x");
  EXPECT_EQ(kinds("[2] Handbook of Interfaces, Volume 2, p. 558."), "x");
  EXPECT_EQ(kinds("lint: pages/zone.5:15:10: WARNING: undefined escape, printed as it is"), "x");
  EXPECT_EQ(kinds("-rw-r--r-- 1 root root 4096 Oct 29 2015 notes.txt\n"
                  "make[2]: *** [Makefile:31: all] Error 1"),
            "xx");
  EXPECT_EQ(kinds("make: it builds again.\nmake sure that the door is shut"), "PP");
  EXPECT_EQ(kinds("The session id /* used for windows */ stays"), "x");
  EXPECT_EQ(kinds("The pages under man*/*.2 need no change."), "P");
}

TEST(Lines, MarksOfPagesSeriesAndArmourAreNoText) {
  EXPECT_EQ(kinds("- 3 -\nPage 3 of 10\n[Page 4]\n3쪽"), "RRRR");
  EXPECT_EQ(kinds("3 of the 10 doors are open"), "P");
  EXPECT_EQ(kinds("-: ---- > 9: parser: split it\n1: 0123abc ! 1: parser: keep it"), "xx");
  EXPECT_EQ(kinds("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nText."), "RRBP");
  EXPECT_EQ(kinds("[1]: https://x.example/a"), "x");
  EXPECT_EQ(kinds("Kim Jiho (2):\n  parser: split it\n  lint: use it\n\nText."), "xxxBP");
}

TEST(Lines, AnItemMayBeginWithAYear) {
  EXPECT_EQ(kinds("1. 2025년 임금 인상\n2. 22일 휴무\n1. 22. 회의\n1. 22 (월)"), "IIPP");
}

TEST(Lines, KoreanFormsAreNoCode) {
  EXPECT_EQ(kinds("일시: 2025. 4. 25.(금) 09:00~15:00"), "P");
  EXPECT_FALSE(classify_lines("□ 차주 회의: 9/9(월) 15시")[0].open_box);
}

TEST(Lines, TrailersAreSetApart) {
  EXPECT_EQ(
      kinds("Reviewed-by: Kim <k@x.kr>\nSigned-off-by: Lee <l@x.kr>\nFixes: 1a2b3c4d (\"x\")"),
      "TTT");
  EXPECT_EQ(kinds("Link: the two documents belong together"), "P");
}

TEST(Lines, ReadingEndsAtASignature) {
  EXPECT_EQ(kinds("Text.\n-- \nKim"), "P");
  EXPECT_EQ(kinds("Text.\n-----Original Message-----\nFrom: x"), "P");
}

}  // namespace
}  // namespace memfold::models::extractor
