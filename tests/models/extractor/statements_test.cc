#include "models/extractor/statements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

using testing::ElementsAre;

std::vector<std::string> split(std::string_view body) {
  static const StatementSplitter splitter;
  std::vector<std::string> texts;
  const Reading reading = *splitter.read(body);
  for (const Statement& statement : reading.statements) texts.push_back(statement.text);
  return texts;
}

TEST(Statements, SentencesOfAParagraph) {
  EXPECT_THAT(split("The build is green. We ship on Friday! Is that fine? Yes."),
              ElementsAre("The build is green.", "We ship on Friday!", "Is that fine?", "Yes."));
  EXPECT_THAT(split("회의는 3시입니다. 장소는 A룸이에요! 참석 가능하신가요?"),
              ElementsAre("회의는 3시입니다.", "장소는 A룸이에요!", "참석 가능하신가요?"));
  EXPECT_THAT(split("확정했습니다.그리고 공유했습니다."),
              ElementsAre("확정했습니다.", "그리고 공유했습니다."));
}

TEST(Statements, KoreanEndingsWithoutAFullStop) {
  EXPECT_THAT(split("일정이 확정되었습니다 내일 공유드릴게요 감사합니다"),
              ElementsAre("일정이 확정되었습니다", "내일 공유드릴게요", "감사합니다"));
  EXPECT_THAT(split("검토 완료함\n수정 필요 없음\n배포 예정"),
              ElementsAre("검토 완료함", "수정 필요 없음", "배포 예정"));
  EXPECT_THAT(split("꼭 필요 서류를 챙겨 주세요"), ElementsAre("꼭 필요 서류를 챙겨 주세요"));
}

TEST(Statements, FullStopsThatEndNothing) {
  for (const char* text :
       {"Dr. Kim approved it.", "We use e.g. RocksDB here.", "See J. Smith about it.",
        "Version 2.6.18 and file open.2 changed.", "Visit www.example.com for it.",
        "It costs approx. 5 dollars.", "2026. 1. 22. (목) 회의가 있습니다.", "Fig. 3 shows it.",
        "The limit is 3.5 MB.", "Read README.md first."}) {
    EXPECT_THAT(split(text), ElementsAre(text));
  }
}

TEST(Statements, FootnoteMarksGo) {
  EXPECT_THAT(split("It first appeared in 1988.[1] The table[2] has row[3] too, see below.[12]"),
              ElementsAre("It first appeared in 1988.", "The table[2] has row[3] too, see below."));
  EXPECT_THAT(split("예산은 500만원입니다.[1]"), ElementsAre("예산은 500만원입니다."));
}

TEST(Statements, WrappedLinesAreJoined) {
  EXPECT_THAT(split("The committee met last week and it decided that the new release will\n"
                    "be published in March.\nThanks"),
              ElementsAre("The committee met last week and it decided that the new release will "
                          "be published in March.",
                          "Thanks"));
  EXPECT_THAT(split("다음 주 월요일 정기 회의는\n오후 3시로 변경되었습니다."),
              ElementsAre("다음 주 월요일 정기 회의는 오후 3시로 변경되었습니다."));
  EXPECT_THAT(split("주간 회의\n장소: 3층 회의실\n일시: 1월 22일"),
              ElementsAre("주간 회의", "장소: 3층 회의실", "일시: 1월 22일"));
  EXPECT_THAT(split("Hi Kim,\nthe build is green."), ElementsAre("Hi Kim,", "the build is green."));
  EXPECT_THAT(split("core: fix the parser\nengine: fold faster\n"),
              ElementsAre("core: fix the parser", "engine: fold faster"));
}

TEST(Statements, ItemsStandAlone) {
  EXPECT_THAT(split("To do:\n- send the report\n  to the board\n- [ ] book a room"),
              ElementsAre("To do:", "send the report to the board", "book a room"));
}

TEST(Statements, TextIsCleaned) {
  EXPECT_THAT(split("It\u2019s   two spaces."), ElementsAre("It's two spaces."));
  const std::string wall(5000, 'x');
  EXPECT_THAT(split("aaa " + wall), ElementsAre(testing::SizeIs(testing::Le(kMaxStatementBytes))));
}

TEST(Statements, TrailersAreHandedOn) {
  const StatementSplitter splitter;
  const std::string body = "Looks fine.\n\nReviewed-by: Kim <k@x.kr>\n";
  const Reading reading = *splitter.read(body);
  EXPECT_EQ(reading.statements.size(), 1u);
  EXPECT_THAT(reading.trailers, ElementsAre("Reviewed-by: Kim <k@x.kr>"));
}

TEST(Statements, ItemsKnowTheirHeading) {
  static const StatementSplitter splitter;
  const auto headings = [&](std::string_view body) {
    std::vector<std::string> found;
    const Reading reading = *splitter.read(body);
    for (const Statement& one : reading.statements) found.push_back(one.heading);
    return found;
  };
  EXPECT_THAT(headings("Actions:\n- Anna: call them.\n- Ben: write.\n\nText.\n"),
              ElementsAre("", "Actions:", "Actions:", ""));
  EXPECT_THAT(headings("□ 결정 사항\n - 수수료 인하\n□ 할 일\n - 공지 작성\n"),
              ElementsAre("", "결정 사항", "", "할 일"));
}

TEST(Statements, RowsOfAFormStayApart) {
  EXPECT_THAT(
      split("Arrival: Friday 23 May 2025, from three\nDeparture: Tuesday 27 May 2025\n"),
      ElementsAre("Arrival: Friday 23 May 2025, from three", "Departure: Tuesday 27 May 2025"));
  EXPECT_THAT(split("서류는 6. 14.(금) 18:00까지 내 주세요."),
              ElementsAre("서류는 6. 14.(금) 18:00까지 내 주세요."));
}

}  // namespace
}  // namespace memfold::models::extractor
