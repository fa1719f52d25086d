#include "models/extractor/lexicon.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

bool fires(std::string_view text, Sign sign) {
  return Parsed(text).parse.has(sign);
}
std::string words(std::string_view text, Sign sign) {
  return std::string(Parsed(text).parse.words(sign));
}

TEST(Lexicon, MatchesWholeWords) {
  EXPECT_TRUE(fires("a meeting", Sign::Meeting));
  EXPECT_TRUE(fires("two meetings", Sign::Meeting));
  EXPECT_FALSE(fires("sometimes", Sign::MeetingWeak));
  EXPECT_FALSE(fires("deployable mushrooms", Sign::MeetingWeak));
  EXPECT_FALSE(fires("agreement", Sign::Decision));
}

TEST(Lexicon, KnowsVerbForms) {
  for (const char* text : {"we decide", "she decides", "they decided", "deciding"}) {
    EXPECT_TRUE(fires(text, Sign::Decision)) << text;
  }
  EXPECT_TRUE(fires("shipped", Sign::Project));
  EXPECT_TRUE(fires("submitting", Sign::TaskWeak));
}

TEST(Lexicon, KoreanStemsTakeEndings) {
  EXPECT_TRUE(fires("결정했습니다", Sign::Decision));
  EXPECT_TRUE(fires("일정을 확정하였습니다", Sign::Decision));
  EXPECT_TRUE(fires("주간미팅에서", Sign::Meeting));
  EXPECT_TRUE(fires("검토해 주세요", Sign::Task));
  EXPECT_FALSE(fires("그룹 이관", Sign::Reference));
  EXPECT_FALSE(fires("회의적인 시각", Sign::Meeting));
  EXPECT_FALSE(fires("결정적 증거", Sign::Decision));
}

TEST(Lexicon, LongerPhrasesHideShorterOnes) {
  EXPECT_FALSE(fires("a system call", Sign::MeetingWeak));
  EXPECT_FALSE(fires("Please find it attached", Sign::Task));
  EXPECT_TRUE(fires("Please find it attached", Sign::Boilerplate));
  EXPECT_FALSE(fires("due to rain", Sign::TaskWeak));
  EXPECT_TRUE(fires("due Friday", Sign::TaskWeak));
}

TEST(Lexicon, ReportsTheWords) {
  EXPECT_EQ(words("So could you send it?", Sign::Task), "could you");
  EXPECT_EQ(words("내용 검토 부탁드립니다.", Sign::Task), "부탁드립니다");
  EXPECT_EQ(words("nothing", Sign::Task), "");
}

TEST(Lexicon, SignsHaveTheNamesTheWordFilesUse) {
  EXPECT_EQ(sign_named("Task"), Sign::Task);
  EXPECT_EQ(sign_named("Neutral"), Sign::Neutral);
  EXPECT_EQ(sign_named("task"), std::nullopt);
}

}  // namespace
}  // namespace memfold::models::extractor
