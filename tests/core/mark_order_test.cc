// Marks in disorder cost no more than marks in order, and text stays what it was.
#include "core/mark_order.h"

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <array>
#include <random>

#include "core/text.h"

namespace memfold {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// The steps ICU goes back to insert marks of which each stands behind greater ones: what took
/// seconds.
std::uint64_t steps_back(const std::string& text) {
  const UErrorCode ok = U_ZERO_ERROR;
  UErrorCode status = ok;
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
  std::uint64_t steps = 0;
  std::array<std::uint64_t, 256> run{};
  const icu::UnicodeString characters = icu::UnicodeString::fromUTF8(text);
  for (std::int32_t i = 0; i < characters.length(); i = characters.moveIndex32(i, 1)) {
    icu::UnicodeString parts;
    if (!nfd->getDecomposition(characters.char32At(i), parts)) {
      parts = icu::UnicodeString(characters.char32At(i));
    }
    for (std::int32_t part = 0; part < parts.length(); part = parts.moveIndex32(part, 1)) {
      const std::uint8_t of = u_getCombiningClass(parts.char32At(part));
      if (of == 0) run = {};
      if (of == 0) continue;
      for (std::size_t greater = of + 1u; greater < run.size(); ++greater) steps += run[greater];
      ++run[of];
    }
  }
  return steps;
}

std::string by_icu(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string normal;
  icu::Normalizer2::getNFCInstance(status)
      ->normalize(icu::UnicodeString::fromUTF8(text), status)
      .toUTF8String(normal);
  return normal;
}

// P8: no fact, whatever it holds, holds up the others.
TEST(MarkOrder, LeavesNothingToGoBackOver) {
  for (const std::string& marks : {repeated("\u0301\u0323", 16'000), repeated("\u0F73", 10'000),
                                   repeated("\u0344\u0F81\u0327", 8'000)}) {
    const std::string text = "a" + marks + "b";
    EXPECT_GT(steps_back(text), 1'000'000u);
    EXPECT_EQ(steps_back(in_canonical_order(text)), 0u);
  }
  // What a letter brings itself is one step for each mark.
  const std::string composed = "\u00e9" + repeated("\u0301\u0323", 16'000);
  EXPECT_LE(steps_back(in_canonical_order(composed)), 16'000u);
}

TEST(MarkOrder, ChangesNoNormalForm) {
  const std::vector<std::string> parts = {"a",      "\u00e9", "\u1112", "\u1161", "\u0301",
                                          "\u0323", "\u0327", "\u0344", "\u0F73", "\u0F71",
                                          "\u0345", "\u3099", "한",     " "};
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    const bool many = i % 2 == 0;
    for (int j = 0; j < 120; ++j) {
      text += many && random() % 20 != 0 ? parts[4 + random() % 8] : parts[random() % parts.size()];
    }
    EXPECT_EQ(to_nfc(text), by_icu(text));
    EXPECT_EQ(to_nfc(in_canonical_order(text)), by_icu(text));
    EXPECT_EQ(to_nfc(to_nfd(text)), by_icu(text));
  }
}

TEST(MarkOrder, LeavesOrdinaryTextAlone) {
  for (const std::string text :
       {"", "plain", "예산은 5000만원", "caf\u0065\u0301", "a\u0301\u0323"}) {
    EXPECT_EQ(in_canonical_order(text), text);
  }
}

}  // namespace
}  // namespace memfold
