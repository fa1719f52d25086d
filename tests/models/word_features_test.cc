// The words two statements do not share, and the heads of statements.
#include "models/analyst/word_features.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/analyst/head.h"

namespace memfold::models {
namespace {

std::vector<std::string> keys(std::string_view existing, std::string_view incoming) {
  const Reading before({existing, {}, std::nullopt}), after({incoming, {}, std::nullopt});
  std::vector<std::string> list;
  for (const WordFeature& feature : word_features(gather(before, after))) {
    list.push_back(feature.key);
  }
  return list;
}

bool has(const std::vector<std::string>& list, std::string_view key) {
  return std::find(list.begin(), list.end(), key) != list.end();
}

TEST(WordFeatures, NameWhatIsNewAndWhatIsGoneAndNothingShared) {
  const auto list = keys("the freeze holds", "the freeze was lifted");
  EXPECT_TRUE(has(list, "+lift"));
  EXPECT_TRUE(has(list, "+was lift"));
  EXPECT_TRUE(has(list, "-hold"));
  EXPECT_FALSE(has(list, "+freez"));
  EXPECT_FALSE(has(list, "+the freez"));
}

TEST(WordFeatures, KoreanEndingsHideNothing) {
  const auto list = keys("계약을 검토하고 있습니다", "계약을 해지했습니다");
  EXPECT_TRUE(has(list, "+해지"));
  EXPECT_FALSE(has(list, "+계약"));
}

TEST(WordFeatures, NamesAndValuesAreNone) {
  for (const std::string& key : keys("tea at 3 pm", "tea with Lisa Wong at 4 pm for $20")) {
    EXPECT_EQ(key.find("lisa"), std::string::npos) << key;
    EXPECT_EQ(key.find("20"), std::string::npos) << key;
  }
}

TEST(WordFeatures, ARepeatedWordCountsOnce) {
  const auto list = keys("x", "red red red");
  EXPECT_EQ(std::count(list.begin(), list.end(), "+red"), 1);
  EXPECT_EQ(std::count(list.begin(), list.end(), "+red red"), 1);
}

TEST(WordFeatures, SpansAreWhereTheWordsStand) {
  const std::string_view existing = "잔치는 금요일", incoming = "잔치는 무기한 연기됐다";
  const Reading before({existing, {}, std::nullopt}), after({incoming, {}, std::nullopt});
  for (const WordFeature& feature : word_features(gather(before, after))) {
    const std::string_view side = feature.incoming() ? incoming : existing;
    ASSERT_LE(feature.span.end, side.size());
    const std::string_view text =
        side.substr(feature.span.begin, feature.span.end - feature.span.begin);
    const std::string_view first = feature.text().substr(0, feature.text().find(' '));
    EXPECT_EQ(text.substr(0, first.size()), first);
  }
}

std::string head_of(std::string_view text) {
  const Reading reading({text, {}, std::nullopt});
  const std::size_t end = head_end(reading);
  return end == 0 ? "" : std::string(text.substr(0, reading.tokens.list[end - 1].end));
}

TEST(Head, EndsWhereSomethingIsSaidOfIt) {
  EXPECT_EQ(head_of("The Boston office has 25 employees"), "The Boston office");
  EXPECT_EQ(head_of("Revenue for the first quarter is 3.1 million"),
            "Revenue for the first quarter");
  EXPECT_EQ(head_of("부산 지사 인원은 14명이다"), "부산 지사 인원은");
}

TEST(Head, OfAStatementWithoutAMarkIsItsFirstWords) {
  EXPECT_EQ(head_of("nightly build kicks off late"), "nightly build kicks");
  EXPECT_EQ(head_of(""), "");
}

}  // namespace
}  // namespace memfold::models
