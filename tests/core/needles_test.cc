// Many texts at once are found where each alone would be.
#include "core/needles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace memfold {
namespace {

std::set<std::string> found_in(const Needles& needles, std::string_view bytes) {
  std::set<std::string> found;
  needles.each_in(bytes, [&](std::size_t i) {
    found.insert(needles.texts()[i]);
    return true;
  });
  return found;
}

TEST(Needles, FindsWhatIsThere) {
  const std::vector<std::string> texts = {"예산은 5천만원", "the release", "release moves", ""};
  const Needles needles(texts);
  EXPECT_THAT(found_in(needles, "We said the release moves; 예산은 5천만원입니다"),
              testing::ElementsAre("release moves", "the release", "예산은 5천만원"));
  EXPECT_TRUE(needles.in("the release"));
  EXPECT_FALSE(needles.in("the releas"));
  EXPECT_FALSE(needles.in(""));
  EXPECT_FALSE(Needles({}).in("anything"));
}

TEST(Needles, AgreesWithSearchingForEachAlone) {
  std::mt19937 random(7);
  const auto word = [&](std::size_t least, std::size_t most) {
    std::string text(least + random() % (most - least + 1), 'a');
    for (char& c : text) c = char('a' + random() % 3);
    return text;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> texts;
    for (int i = 0; i < 12; ++i) texts.push_back(word(1 + random() % 4, 12));
    const Needles needles(texts);
    const std::string hay = word(0, 300);
    std::set<std::string> expected;
    for (const std::string& text : texts) {
      if (hay.find(text) != std::string::npos) expected.insert(text);
    }
    EXPECT_EQ(found_in(needles, hay), expected);
    EXPECT_EQ(needles.in(hay), !expected.empty());
  }
}

}  // namespace
}  // namespace memfold
