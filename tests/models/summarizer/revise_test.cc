// What changes takes its place in what is known.
#include "models/summarizer/revise.h"

#include <gtest/gtest.h>

namespace memfold::models::summarizer {
namespace {

const Time kThen{std::int64_t{20'008} * kMicrosPerDay};
const Time kDayAfter{kThen.micros + kMicrosPerDay};

std::optional<std::string> revised(std::string_view existing, std::string_view incoming) {
  return revise({existing, {}, kThen}, {incoming, {}, kDayAfter});
}

TEST(Revise, ANewValueStandsWhereTheOldOneStood) {
  EXPECT_EQ(revised("Q1 마케팅 캠페인: 시작일 1월 15일, 예산 5000만원",
                    "예산이 6000만원으로 증액되었습니다"),
            "Q1 마케팅 캠페인: 시작일 1월 15일, 예산 6000만원");
  EXPECT_EQ(revised("Signing is planned for 31 July, electronically.", "Signing moved to 29 July"),
            "Signing is planned for 29 July, electronically.");
}

TEST(Revise, WhatTheIncomingStatementSaysBesideStandsBehind) {
  const auto text = revised("Our loss adjuster visits on 15 January at 10am.",
                            "The visit is at 2pm, the surveyor and a plumber come along.");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("on 15 January at 2pm."), std::string::npos) << *text;
  EXPECT_NE(text->find("plumber"), std::string::npos) << *text;
}

TEST(Revise, AParticleAgreesWithTheNewValue) {
  const auto text =
      revised("모임 시간은 3시가 맞고 장소는 강당이다", "모임 시간은 10분으로 줄었다");
  EXPECT_TRUE(!text || text->find("10분가") == std::string::npos) << *text;
}

TEST(Revise, OfSeveralValuesNoneIsGuessed) {
  EXPECT_FALSE(revised("Freeze from 20 February to 3 March.", "It goes on until 6 March."));
}

TEST(Revise, DaysToldByTheirDistanceAreLeftAlone) {
  EXPECT_FALSE(revised("Tomorrow at 2 we meet.", "We meet at 3."));
  EXPECT_FALSE(revised("내일 2시에 만나요", "3시에 만나요"));
}

TEST(Revise, WithoutANewValueThereIsNothingToWrite) {
  EXPECT_FALSE(revised("The booth is grey.", "Make it beige."));
  EXPECT_FALSE(revised("", "예산 3000만원"));
  EXPECT_FALSE(revised("예산 3000만원", ""));
}

}  // namespace
}  // namespace memfold::models::summarizer
