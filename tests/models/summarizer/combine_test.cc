#include <gtest/gtest.h>

#include <string>

#include "memfold/models.h"

namespace memfold {
namespace {

std::string combine(std::string_view a, std::string_view b) {
  return builtin_summarizer()->combine(a, b);
}

TEST(SummarizerTest, KeepsTheDetailsOfBothAndRepeatsNone) {
  const std::string text =
      combine("발표회는 5월 20일에 열린다.", "발표회는 5월 20일에 열린다. 기자 50명을 초청한다.");
  EXPECT_EQ(text, "발표회는 5월 20일에 열린다. 기자 50명을 초청한다.");
  EXPECT_EQ(combine("The launch is on May 20.", "50 journalists are invited."),
            "The launch is on May 20. 50 journalists are invited.");
}

TEST(SummarizerTest, AStatementThatSaysLessDisappears) {
  EXPECT_EQ(
      combine("We are buying 12 new servers", "We are buying 12 new servers, delivery in June"),
      "We are buying 12 new servers, delivery in June");
  EXPECT_EQ(combine("예산은 5천만원이다.", "예산은 50,000,000원이다."), "예산은 5천만원이다.");
}

TEST(SummarizerTest, AnotherFigureIsNeverDropped) {
  const std::string text = combine("The budget is $50,000.", "The budget is $60,000.");
  EXPECT_NE(text.find("$50,000"), std::string::npos);
  EXPECT_NE(text.find("$60,000"), std::string::npos);
}

TEST(SummarizerTest, EmptySides) {
  EXPECT_EQ(combine("", "a b"), "a b");
  EXPECT_EQ(combine("a b", "  "), "a b");
  EXPECT_EQ(combine("", ""), "");
}

TEST(SummarizerTest, DotsInsideFiguresEndNoSentence) {
  EXPECT_EQ(combine("Uses v2.1 today on Linux.", "Costs $3.5 per seat. Uses v2.1 today."),
            "Uses v2.1 today on Linux. Costs $3.5 per seat.");
}

}  // namespace
}  // namespace memfold
