// Many texts at once are found where each alone would be.
#include "core/pattern_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace memfold {
namespace {

std::set<std::string> found_in(const PatternSet& patterns, std::string_view bytes) {
  std::set<std::string> found;
  patterns.each_in(bytes, [&](std::size_t i) {
    found.insert(patterns.texts()[i]);
    return true;
  });
  return found;
}

TEST(PatternSet, FindsWhatIsThere) {
  const std::vector<std::string> texts = {"예산은 5천만원", "the release", "release moves", ""};
  const PatternSet patterns(texts);
  EXPECT_THAT(found_in(patterns, "We said the release moves; 예산은 5천만원입니다"),
              testing::ElementsAre("release moves", "the release", "예산은 5천만원"));
  EXPECT_TRUE(patterns.in("the release"));
  EXPECT_FALSE(patterns.in("the releas"));
  EXPECT_FALSE(patterns.in(""));
  EXPECT_FALSE(PatternSet({}).in("anything"));
}

TEST(PatternSet, AgreesWithSearchingForEachAlone) {
  std::mt19937 random(7);
  const auto word = [&](std::size_t least, std::size_t most) {
    std::string text(least + random() % (most - least + 1), 'a');
    for (char& c : text) c = char('a' + random() % 3);
    return text;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> texts;
    for (int i = 0; i < 12; ++i) texts.push_back(word(1 + random() % 4, 12));
    const PatternSet patterns(texts);
    const std::string hay = word(0, 300);
    std::set<std::string> expected;
    for (const std::string& text : texts) {
      if (hay.find(text) != std::string::npos) expected.insert(text);
    }
    EXPECT_EQ(found_in(patterns, hay), expected);
    EXPECT_EQ(patterns.in(hay), !expected.empty());
  }
}

}  // namespace
}  // namespace memfold
