#include "tools/cli/present.h"

#include <gtest/gtest.h>

#include <sstream>

namespace memfold::tools {
namespace {

const Screen kPlain{.terminal = true, .color = false, .width = 80};
const Screen kPainted{.terminal = true, .color = true, .width = 80};

TEST(Present, MarksStandUnderWhatTheyMean) {
  std::ostringstream out;
  const std::string text = "예산은 5000만원";
  const auto begin = std::uint32_t(text.find("5000"));
  print_marked(out, kPlain, "> ", text, {{begin, std::uint32_t(text.size())}});
  EXPECT_EQ(out.str(), "> 예산은 5000만원\n         ^^^^^^^^\n");
}

TEST(Present, MarksUnderlineWhereTheyCan) {
  std::ostringstream out;
  print_marked(out, kPainted, "> ", "is 5 now", {{3, 4}});
  EXPECT_EQ(out.str(), "> is \x1b[4m5\x1b[0m now\n");
}

TEST(Present, SpansBeyondTheTextDoNoHarm) {
  std::ostringstream out;
  print_marked(out, kPlain, "", "abc", {{1, 4'000'000'000u}, {9, 3}, {0, 0}});
  EXPECT_EQ(out.str(), "abc\n ^^\n");
}

TEST(Present, FactorsOneSideLacksSaySo) {
  Score score;
  score.factors = {1, 0, 0, 0, 0};
  score.present = {true, false, false, false, false};
  score.weights = {1, 0, 0, 0, 0};
  std::ostringstream out;
  print_factors(out, kPlain, score);
  EXPECT_NE(out.str().find("content   ████████████████████  1.000  x weight 1.000"),
            std::string::npos)
      << out.str();
  EXPECT_NE(out.str().find("people    left out"), std::string::npos);
}

TEST(Present, ChangesReadAloud) {
  EXPECT_EQ(change_text({"money", "5", "6", ChangeKind::ValueChange, {}, {}}),
            "money: 5 -> 6 (value_change)");
  EXPECT_EQ(change_text({"date", "", "6", ChangeKind::Addition, {}, {}}),
            "date: nothing -> 6 (addition)");
}

}  // namespace
}  // namespace memfold::tools
