#include "tools/cli/text_width.h"

#include <gtest/gtest.h>

namespace memfold::tools {
namespace {

TEST(TextWidth, CountsWhatTerminalsShow) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("예산"), 4u);
  EXPECT_EQ(display_width("Ｑ１"), 4u) << "full-width Latin";
  EXPECT_EQ(display_width("é"), 1u);
  EXPECT_EQ(display_width("e\u0301"), 1u) << "a combining accent";
  EXPECT_EQ(display_width("\u1112\u1161\u11ab"), 2u) << "한 in decomposed jamo";
  EXPECT_EQ(display_width("日本語"), 6u);
  EXPECT_EQ(display_width("🙂"), 2u);
  EXPECT_EQ(display_width(""), 0u);
}

TEST(TextWidth, FitNeverSplitsACharacterNorExceeds) {
  const std::string text = "봄 campaign 예산";
  for (std::size_t columns = 0; columns < 20; ++columns) {
    const std::string cut = fit(text, columns);
    EXPECT_LE(display_width(cut), columns);
    EXPECT_EQ(cut == text, columns >= display_width(text));
    EXPECT_EQ(printable(cut).find("\uFFFD"), std::string::npos) << columns;
  }
  EXPECT_EQ(fit("예산안", 4), "예…");
}

TEST(TextWidth, PrintableLeavesNothingATerminalObeys) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\uFFFD[31mb");
  EXPECT_EQ(printable("a\r\n\tb"), "a b");
  EXPECT_EQ(printable("a\u202Eb"), "a\uFFFDb") << "right-to-left override";
  EXPECT_EQ(printable("a\xC2\x9B"
                      "b"),
            "a\uFFFDb")
      << "a C1 control";
  EXPECT_EQ(printable("a\xFF"
                      "b"),
            "a\uFFFDb")
      << "ill-formed";
  EXPECT_EQ(printable("봄 예산 🙂"), "봄 예산 🙂");
  EXPECT_EQ(printable("a\x7F"
                      "b"),
            "a\uFFFDb")
      << "DEL";
  EXPECT_EQ(printable("예\u200E산\u200F b\u061C"), "예산 b") << "marks of direction";
}

TEST(TextWidth, WrapKeepsWordsWhole) {
  EXPECT_EQ(wrap("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(wrap("예산은 육천만원", 8, 0), "예산은\n육천만원");
  EXPECT_EQ(wrap("unbreakable", 3, 0), "unbreakable");
  EXPECT_EQ(wrap("", 3, 0), "");
}

}  // namespace
}  // namespace memfold::tools
