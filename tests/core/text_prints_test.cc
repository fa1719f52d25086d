// Texts are found by what is left of them when they are gone.
#include "core/text_prints.h"

#include <gtest/gtest.h>

#include <random>

namespace memfold {
namespace {

TEST(TextPrints, FindTheirTextsAndNothingElse) {
  const std::vector<std::string> texts = {"예산은 5천만원입니다", "secret", "회의", "short",
                                          "The release moves to June"};
  const TextPrints prints{std::span(texts)};
  EXPECT_EQ(prints.prints().size(), 4u) << "five bytes are anywhere by chance";
  EXPECT_EQ(prints.longest(), texts[0].size());
  for (const std::string& text : {texts[0], texts[1], texts[2], texts[4]}) {
    EXPECT_TRUE(prints.in(text)) << text;
    EXPECT_TRUE(prints.in("before " + text + " behind")) << text;
    EXPECT_FALSE(prints.in(text.substr(0, text.size() - 1))) << text;
    EXPECT_FALSE(prints.in(text.substr(1))) << text;
  }
  EXPECT_FALSE(prints.in("The release moves to July"));
  EXPECT_FALSE(prints.in("short"));
  EXPECT_FALSE(prints.in(""));
  EXPECT_FALSE(TextPrints().in("secret"));
  EXPECT_TRUE(TextPrints().empty());
}

TEST(TextPrints, AreAllThatIsNeededToFindThemAgain) {
  const std::vector<std::string> texts = {"가을 행사 예산이 3500만원으로 증액", "secret"};
  const TextPrints first{std::span(texts)};
  const TextPrints again(std::vector(first.prints().begin(), first.prints().end()));
  EXPECT_TRUE(again.in("x" + texts[0]));
  EXPECT_TRUE(again.in("x" + texts[1]));
  // Stored in meta: what a print is made of never changes.
  EXPECT_EQ(first.prints()[0].size, 6u);
  EXPECT_EQ(first.prints()[0].beginning, 17159058422709911714u);
}

TEST(TextPrints, AgreeWithSearchingForEachAlone) {
  std::mt19937 random(11);
  const auto word = [&](std::size_t least, std::size_t most) {
    std::string text(least + random() % (most - least + 1), 'a');
    for (char& c : text) c = char('a' + random() % 2);
    return text;
  };
  std::size_t held = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> texts;
    for (int i = 0; i < 3; ++i) texts.push_back(word(6, 24));
    const std::string bytes = word(0, 200);
    bool expected = false;
    for (const std::string& text : texts) expected |= bytes.find(text) != std::string::npos;
    EXPECT_EQ(TextPrints{std::span(texts)}.in(bytes), expected);
    held += expected;
  }
  EXPECT_GT(held, 20u);
  EXPECT_LT(held, 280u);
}

}  // namespace
}  // namespace memfold
