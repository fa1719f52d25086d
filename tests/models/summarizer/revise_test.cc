// What changes takes its place in what is known.
#include "models/summarizer/revise.h"

#include <gtest/gtest.h>

namespace memfold::models::summarizer {
namespace {

const Time kThen{std::int64_t{20'008} * kMicrosPerDay};
const Time kDayAfter{kThen.micros + kMicrosPerDay};
const Time kWeekAfter{kThen.micros + 7 * kMicrosPerDay};

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

TEST(Revise, WhatIsDeniedOrHasAnotherStatusIsNoExchange) {
  EXPECT_FALSE(revise({"김 과장은 금요일 워크숍에 참석합니다.", {}, kThen},
                      {"김 과장은 금요일 워크숍에 참석하지 않습니다.", {}, kWeekAfter}));
  EXPECT_FALSE(revise({"We do not ship on Friday before 3 pm.", {}, kThen},
                      {"We ship on Friday before 4 pm.", {}, kWeekAfter}));
  EXPECT_FALSE(revised("예산 3000만원은 검토 중입니다", "예산 3500만원이 승인되었습니다"));
}

TEST(Revise, WhatEndsIsNoExchange) {
  EXPECT_FALSE(revised("Our weekly sync is on Thursdays at 8:30 pm.",
                       "The sync of Thursday, May 28 is cancelled."));
  EXPECT_TRUE(revised("The release is on March 3.", "The release is postponed to March 9."));
}

TEST(Revise, AListThatGrewIsToldAnew) {
  constexpr std::string_view kMore = "도입 대상 센터는 이천, 김천, 양산, 평택 4곳입니다.";
  EXPECT_EQ(revised("도입 대상 센터는 이천, 김천, 양산 3곳입니다.", kMore), kMore);
}

TEST(Revise, HowFarSomethingChangesIsNotWhatItBecomes) {
  EXPECT_FALSE(revised("채용 인원은 2명입니다.", "채용 인원을 한 명 늘립니다."));
  EXPECT_FALSE(revised("We hire 4 people.", "We hire 2 people more."));
  EXPECT_TRUE(revised("채용 인원은 2명입니다.", "채용 인원을 3명으로 늘립니다."));
  EXPECT_EQ(revised("Please send the draft by June 3.", "Please send the draft by June 9."),
            "Please send the draft by June 9.");
}

TEST(Revise, ADayToldByItsDistanceTakesNoPlace) {
  EXPECT_FALSE(revised("The invoice is due on April 3.", "The invoice was sent today."));
}

TEST(Revise, TheSameWordForAnotherDayChangesNothing) {
  EXPECT_FALSE(revise({"Standup on Friday.", {}, kThen}, {"Standup on Friday.", {}, kWeekAfter}));
}

TEST(Revise, WithoutANewValueThereIsNothingToWrite) {
  EXPECT_FALSE(revised("The booth is grey.", "Make it beige."));
  EXPECT_FALSE(revised("", "예산 3000만원"));
  EXPECT_FALSE(revised("예산 3000만원", ""));
}

}  // namespace
}  // namespace memfold::models::summarizer
