#include "models/extractor/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

using testing::ElementsAre;

std::string alone(std::string_view text, std::string_view subject) {
  const Parsed parsed(text);
  return stand_alone(parsed.parse, parsed.parse.atoms.text(), make_topic(subject));
}
std::string tidied(std::string_view text) {
  return std::string(tidy(Parsed(text).parse));
}
std::vector<std::string> clauses(std::string_view text) {
  const Parsed parsed(text);
  std::vector<std::string> found;
  for (std::string_view clause : split_clauses(parsed.parse)) found.emplace_back(clause);
  return found;
}

TEST(Context, ShortOrPointingStatementsGetTheSubject) {
  EXPECT_EQ(alone("It was moved to Friday.", "Re: Spring budget"),
            "Spring budget: It was moved to Friday.");
  EXPECT_EQ(alone("해당 내용은 승인되었습니다.", "회신: 봄 캠페인 예산"),
            "봄 캠페인 예산: 해당 내용은 승인되었습니다.");
  EXPECT_EQ(alone("Please review.", "Draft contract?"), "Draft contract: Please review.");
}

TEST(Context, CompleteStatementsStandAsTheyAre) {
  EXPECT_EQ(alone("The spring budget was raised by the board.", "Spring budget"),
            "The spring budget was raised by the board.");
  EXPECT_EQ(alone("RocksDB replaces LevelDB in the storage layer of the engine.", "Plans"),
            "RocksDB replaces LevelDB in the storage layer of the engine.");
}

TEST(Context, APronounWithoutASubjectCannotStand) {
  EXPECT_EQ(alone("It was moved to Friday.", ""), "");
  EXPECT_EQ(alone("It was moved to Friday.", "Re: ..."), "");
}

TEST(Context, TopicsAreCutToSize) {
  EXPECT_LE(make_topic(std::string(100000, 'x') + " y").text.size(), 120u);
  EXPECT_EQ(make_topic("Re: Fwd: [dev] Plan:").text, "Plan");
}

TEST(Context, GreetingsAndThanksAreTakenOff) {
  EXPECT_EQ(tidied("Hi Anna, could you send it?"), "could you send it?");
  EXPECT_EQ(tidied("박 매니저님, 견적을 보내 주세요."), "견적을 보내 주세요.");
  EXPECT_EQ(tidied("And the build is green."), "the build is green.");
  EXPECT_EQ(tidied("The patch is applied, thanks."), "The patch is applied");
  EXPECT_EQ(tidied("Yes, the build is green."), "the build is green.");
}

TEST(Context, NegationIsNeverTakenOff) {
  EXPECT_EQ(tidied("No decision has been made yet."), "No decision has been made yet.");
  EXPECT_EQ(tidied("So far nothing broke here."), "So far nothing broke here.");
}

TEST(Context, CompoundsAreCut) {
  EXPECT_THAT(clauses("see you at 2 tomorrow, and please send the report by Friday"),
              ElementsAre("see you at 2 tomorrow", "please send the report by Friday"));
  EXPECT_THAT(clauses("meeting Mon 22 Jan, proposal due 25 Jan"),
              ElementsAre("meeting Mon 22 Jan", "proposal due 25 Jan"));
  EXPECT_THAT(clauses("회의는 22일(월)에 하고 제안서는 25일까지 제출해 주세요"),
              ElementsAre("회의는 22일(월)에 하고", "제안서는 25일까지 제출해 주세요"));
}

TEST(Context, OneStatementIsNotCut) {
  for (const char* text :
       {"Let's meet on Monday, Jan 22, at 3pm",
        "If the tests pass on Friday, please merge by Monday",
        "Newark, Allentown and Albany are covered", "Please send the report, due Friday"}) {
    EXPECT_THAT(clauses(text), ElementsAre(text));
  }
}

}  // namespace
}  // namespace memfold::models::extractor
