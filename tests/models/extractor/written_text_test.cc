#include "models/extractor/written_text.h"

#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

TEST(WrittenText, CountsWholeWordsWhateverTheirCase) {
  const WrittenText text("The budget. BUDGETS? budget-plan, sub_budget");
  EXPECT_EQ(text.count("budget", 9), 2u);
  EXPECT_EQ(text.count("budget", 1), 1u);
  EXPECT_FALSE(text.has("plan x"));
  EXPECT_FALSE(text.has(""));
}

TEST(WrittenText, LetsParticlesAndHonorificsFollowHangul) {
  const WrittenText text("예산을 예산안 총예산 예산은, 김민지님이 김민지는 예산");
  EXPECT_EQ(text.count("예산", 9), 3u);
  EXPECT_EQ(text.count("김민지", 9), 2u);
}

TEST(WrittenText, KnowsWordsInMixedScripts) {
  EXPECT_TRUE(WrittenText("API를 씁니다").has("api"));
  EXPECT_TRUE(WrittenText("하늘트랙 2.0").has("하늘트랙"));
  EXPECT_FALSE(WrittenText("삼성전자").has("삼성"));
}

}  // namespace
}  // namespace memfold::models::extractor
