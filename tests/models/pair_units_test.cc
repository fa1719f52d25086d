// What the aligning network reads of a statement.
#include "models/analyst/pair_units.h"

#include <gtest/gtest.h>

#include <string>

namespace memfold::models {
namespace {

struct Side {
  Reading reading, other;
  std::vector<PairUnit> units;

  Side(std::string_view text, std::string_view against, std::string_view subject = {})
      : reading({text, subject, std::nullopt}),
        other({against, subject, std::nullopt}),
        units(units_of(reading, other)) {}

  std::vector<std::string> texts() const {
    std::vector<std::string> list;
    for (const PairUnit& unit : units) {
      list.emplace_back(reading.content.substr(unit.span.begin, unit.span.end - unit.span.begin));
    }
    return list;
  }
};

using Texts = std::vector<std::string>;

TEST(PairUnits, AreWordsValuesAndMarksInOrder) {
  EXPECT_EQ(Side("마감은 3월 12일: 정오.", "x").texts(),
            (Texts{"마감은", "3월 12일", ":", "정오"}));
  EXPECT_EQ(Side("Rent rose to $1,200!", "x").texts(),
            (Texts{"Rent", "rose", "to", "$1,200", "!"}));
}

TEST(PairUnits, OnlyTheLastFullStopIsNone) {
  EXPECT_EQ(Side("Moved. Not lost.", "x").texts(), (Texts{"Moved", ".", "Not", "lost"}));
  EXPECT_EQ(Side(".", "x").texts(), Texts{});
}

TEST(PairUnits, ASubjectLineIsNone) {
  EXPECT_EQ(Side("Picnic: bring tea", "x", "Picnic").texts(), (Texts{"bring", "tea"}));
}

TEST(PairUnits, TheSameSaidOtherwiseIsTheSame) {
  const Side korean("예산은 5000만원", "예산이 5천만 원"),
      back("예산이 5천만 원", "예산은 5000만원");
  ASSERT_EQ(korean.units.size(), 2u);
  ASSERT_EQ(back.units.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(korean.units[i].same, back.units[i].same);
  EXPECT_NE(korean.units[0].ending, back.units[0].ending);
  EXPECT_EQ(korean.units[0].ending, Side("사람은", "x").units[0].ending);
  const Side running("running", "x"), runs("walking", "x");
  EXPECT_EQ(running.units[0].ending, runs.units[0].ending);
}

TEST(PairUnits, AKindTellsWhetherTheOtherSideHasIt) {
  const Side found("tea at 3 pm", "coffee and tea at 3 pm"), other("tea at 3 pm", "milk at 4 pm"),
      nothing("tea at 3 pm", "milk");
  EXPECT_NE(found.units[0].kind, other.units[0].kind);
  EXPECT_NE(found.units.back().kind, other.units.back().kind);
  EXPECT_NE(other.units.back().kind, nothing.units.back().kind);
  EXPECT_EQ(other.units.back().alike, Side("milk at 4 pm", "x").units.back().alike);
}

TEST(PairUnits, StayWithinTheirTablesWhateverTheText) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "어느 word $3 @ \xff 삼월에게서부터였습니다 ";
  for (const std::string_view text :
       {std::string_view(many), std::string_view("\xed\xa0\x80 가"), std::string_view(""),
        std::string_view("가나다라마바사아자차카타")}) {
    const Side side(text, text);
    EXPECT_LE(side.units.size(), kMostUnits);
    for (const PairUnit& unit : side.units) {
      EXPECT_LT(unit.kind, kUnitKinds);
      EXPECT_LT(unit.ending, kPieces);
      EXPECT_LT(unit.sort, kPieces);
      EXPECT_LE(unit.gram_count, kMostGrams);
      for (const std::uint16_t gram : unit.grams) EXPECT_LT(gram, kPieces);
    }
  }
}

}  // namespace
}  // namespace memfold::models
