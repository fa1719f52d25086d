// Which of several dates counts, and dates that a statement takes from elsewhere in its mail.
#include "models/extractor/draft.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "models/extractor/extractor.h"

namespace memfold::models::extractor {
namespace {

std::vector<Fact> facts_of(std::string_view body, std::string_view subject = "Pinewood") {
  return builtin_extractor()->extract(letter(body, subject));
}
std::string day(const std::optional<Time>& time) {
  return time ? to_string(*time).substr(0, 10) : "none";
}

TEST(Draft, WhatIsMovedHappensWhereItIsMovedTo) {
  for (const char* text : {"The launch is moved from 22 January to 2 February.",
                           "출시일을 1월 22일에서 2월 2일로 연기하기로 했습니다."}) {
    const auto facts = facts_of(text);
    ASSERT_EQ(facts.size(), 1u) << text;
    EXPECT_EQ(day(facts[0].occurred_at), "2024-02-02") << text;
  }
}

TEST(Draft, MinutesDateWhatTheyDecided) {
  const auto facts = facts_of("The board approved the purchase of the second mill.",
                              "Minutes of the board, 9 January");
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(day(facts[0].occurred_at), "2024-01-09");
}

TEST(Draft, WhatIsToBeBroughtIsDueWhenPeopleMeet) {
  const auto facts = facts_of("The meeting is on Friday at 14:00.\nPlease bring the signed lease.");
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(to_string(facts[1].valid_until.value()), "2024-01-19T14:00:00Z");
}

TEST(Draft, ATimeAloneInThePastIsOnTheDayToldOf) {
  const auto facts = facts_of("Anna installed a new certificate for the gateway at 16:32.",
                              "Post-mortem: payouts stuck, 12 January");
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(to_string(facts[0].occurred_at.value()), "2024-01-12T16:32:00Z");
}

TEST(Draft, DaysEndLastAnywhereOnEarth) {
  const auto facts = facts_of("Paper submission: 11 March 2024\n\nAll deadlines are AoE.\n");
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(to_string(facts[0].valid_until.value()), "2024-03-12T11:59:59Z");
}

TEST(Draft, AnExpiryIsNoTaskButHasItsDay) {
  const auto facts = facts_of("The wildcard certificate for staging expires on 29 January.");
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_NE(facts[0].category, Category::Task);
  EXPECT_EQ(day(facts[0].occurred_at), "2024-01-29");
  EXPECT_EQ(day(facts[0].valid_until), "2024-01-29");
}

}  // namespace
}  // namespace memfold::models::extractor
