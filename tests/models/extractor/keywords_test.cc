#include "models/extractor/keywords.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fixture.h"

namespace memfold::models::extractor {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::vector<std::string> keywords(std::string_view text, std::string_view subject = "") {
  return find_keywords(Parsed(text).parse, make_topic(subject));
}

TEST(Keywords, ContentWordsWithoutParticles) {
  EXPECT_THAT(keywords("봄 캠페인 예산을 승인했습니다."), ElementsAre("캠페인", "예산"));
  EXPECT_THAT(keywords("The budget of the campaign was approved."),
              ElementsAre("campaign", "approved", "budget"));
}

TEST(Keywords, TheSubjectsWordsComeFirst) {
  EXPECT_EQ(keywords("The committee approved the new tax.", "Tax").front(), "tax");
}

TEST(Keywords, DatesAndAmountsAreLeftOut) {
  EXPECT_THAT(keywords("Pay 50 million won on Monday to the bank."), Not(Contains("million")));
  EXPECT_THAT(keywords("Pay 50 million won on Monday to the bank."), Not(Contains("monday")));
}

TEST(Keywords, AtMostFive) {
  EXPECT_EQ(keywords("alpha bravo charlie delta foxtrot golf hotel india juliet").size(), 5u);
}

}  // namespace
}  // namespace memfold::models::extractor
