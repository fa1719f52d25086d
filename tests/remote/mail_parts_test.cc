#include "remote/mail_parts.h"

#include <gtest/gtest.h>

#include <random>

#include "core/text.h"

namespace memfold::remote {
namespace {

using Parts = std::vector<std::string_view>;

TEST(MailParts, CutBetweenParagraphsThenLinesThenWords) {
  EXPECT_EQ(parts_of("", 10), Parts());
  EXPECT_EQ(parts_of(" \n\n ", 10), Parts());
  EXPECT_EQ(parts_of("one\n\ntwo", 10), Parts({"one\n\ntwo"}));
  EXPECT_EQ(parts_of("one\n\ntwo\nthree", 12), Parts({"one", "two\nthree"}));
  EXPECT_EQ(parts_of("one\ntwo three", 10), Parts({"one", "two three"}));
  EXPECT_EQ(parts_of("one two three", 10), Parts({"one two", "three"}));
  EXPECT_EQ(parts_of("가나다라", 7), Parts({"가나", "다라"})) << "between characters";
}

std::string without_spaces(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (c != ' ' && c != '\n') kept += c;
  }
  return kept;
}

TEST(MailParts, LeaveOutNothingAndKeepToTheSize) {
  std::mt19937 random(7);
  const std::string_view pieces[] = {"a", "bc", "예산", " ", "\n", "\n\n", "은행나무", "\u3000"};
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int i = int(random() % 60); i > 0; --i) text += pieces[random() % std::size(pieces)];
    const std::size_t bytes = 4 + random() % 40;
    std::string joined;
    for (const std::string_view part : parts_of(text, bytes)) {
      EXPECT_LE(part.size(), bytes);
      EXPECT_FALSE(part.empty());
      EXPECT_TRUE(is_valid_utf8(part));
      joined += part;
    }
    const auto plain = [](std::string copy) {
      for (std::size_t at; (at = copy.find("\u3000")) != std::string::npos;) copy.erase(at, 3);
      return without_spaces(copy);
    };
    EXPECT_EQ(plain(joined), plain(text));
  }
}

}  // namespace
}  // namespace memfold::remote
