#include "models/language/tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace memfold::models {
namespace {

std::string shape(std::string_view text) {
  const Tokens tokens = tokenise(text);
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    result += tokens.list[i].space_before ? " " : "";
    result += "NLHS"[static_cast<int>(tokens.list[i].kind)];
  }
  return result;
}

TEST(TokensTest, NumbersWordsAndSymbolsComeApart) {
  EXPECT_EQ(shape("예산은 5,000만원"), " H NH");
  EXPECT_EQ(shape("v2.1, Q1"), " LNS LN");
  EXPECT_EQ(shape("1,2,3"), " NSNSN");
  EXPECT_EQ(shape("don't"), " L");
  EXPECT_EQ(shape("3.5."), " NS");
  EXPECT_EQ(shape(""), "");
}

TEST(TokensTest, LoweringKeepsOffsets) {
  const std::string text = "Über DIE Straße 5%";
  const Tokens tokens = tokenise(text);
  EXPECT_EQ(tokens.lowered.size(), text.size());
  EXPECT_EQ(tokens.text(0), "über");
  EXPECT_EQ(tokens.text(1), "die");
  EXPECT_TRUE(tokens.list[1].all_capitals);
}

TEST(TokensTest, EveryByteOfIllFormedTextIsCoveredOnce) {
  const std::string text = "a\xFF\xC3 \xED\xA0\x80 b\xF0\x9F";
  const Tokens tokens = tokenise(text);
  std::uint32_t at = 0;
  for (const Token& token : tokens.list) {
    EXPECT_GE(token.begin, at);
    EXPECT_GT(token.end, token.begin);
    at = token.end;
  }
  EXPECT_EQ(at, text.size());
}

}  // namespace
}  // namespace memfold::models
