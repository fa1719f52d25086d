#include "core/name_forms.h"

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <random>

#include "core/text.h"
#include "name_pairs.h"

namespace memfold {
namespace {

void expect_as_said(const NamePair& pair) {
  const std::string one = near_key(pair.kind, pair.one, pair.type);
  const std::string other = near_key(pair.kind, pair.other, pair.type);
  EXPECT_EQ(one == other, pair.same)
      << pair.one << " | " << pair.other << "\n  " << one << " | " << other;
}

TEST(NearKey, SaysOfPairsOfPeopleWhatReadersSay) {
  for (const NamePair& pair : person_pairs()) expect_as_said(pair);
}

TEST(NearKey, SaysOfPairsOfThingsWhatReadersSay) {
  for (const NamePair& pair : thing_pairs()) expect_as_said(pair);
}

TEST(NearKey, TableHasBothLanguagesAndBothAnswers) {
  std::size_t rows = 0, korean = 0, same = 0;
  for (const auto pairs : {person_pairs(), thing_pairs()}) {
    for (const NamePair& pair : pairs) {
      ++rows;
      korean += to_nfc(pair.other).find_first_of("\xEA\xEB\xEC\xED") != std::string::npos;
      same += pair.same;
    }
  }
  EXPECT_GE(rows, 150u);
  EXPECT_GE(korean, rows / 3);
  EXPECT_GE(same, rows / 3);
  EXPECT_LE(same, rows * 2 / 3);
}

struct KeyCase {
  const char* given;
  const char* expected;
};
class PersonKey : public testing::TestWithParam<KeyCase> {};
TEST_P(PersonKey, IsLowerCaseWithHyphens) {
  EXPECT_EQ(canonical_person(GetParam().given), GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    Table, PersonKey,
    testing::Values(KeyCase{"Kim, Minji", "minji-kim"}, KeyCase{"Minji Kim", "minji-kim"},
                    KeyCase{"KIM MINJI (Marketing)", "minji-kim"},
                    KeyCase{"Kim Min-ji", "min-ji-kim"}, KeyCase{"김민지 부장님", "김민지"},
                    KeyCase{"김민지 님께서", "김민지"}, KeyCase{"이가은", "이가은"},
                    KeyCase{"김은", "김은"}, KeyCase{"김 부장님", "김-부장"},
                    KeyCase{"Dr. Smith", "dr-smith"}, KeyCase{"José García", "josé-garcía"},
                    KeyCase{"jiho@x.example", "jiho@x.example"},
                    KeyCase{"Jiho.Kim@x.example", "jiho-kim"}, KeyCase{"Lee Jordan", "lee-jordan"},
                    KeyCase{"김민지가", "김민지"}, KeyCase{"박도이", "박도이"},
                    KeyCase{"대표", "대표"}, KeyCase{"!!", "!!"}, KeyCase{"", ""}));

TEST(MatchKeys, ExactOnesComeFirstAndNearOnesAreMarked) {
  const std::vector<std::string> aliases = {"MINJI@hanbit.example", "김민지 부장"};
  EXPECT_EQ(match_keys(NodeKind::Person, "Kim, Min-ji", "", aliases),
            (std::vector<std::string>{"min-ji-kim", "minji@hanbit.example", "김민지", "~minji-kim",
                                      "~김민지"}));
  EXPECT_EQ(match_keys(NodeKind::Entity, "(주)한빛 로직", "organisation"),
            (std::vector<std::string>{"(주)한빛 로직", "~한빛로직"}));
}

TEST(MatchKeys, NearKeysMeetNoExactKeyOfAnother) {
  const auto joined = match_keys(NodeKind::Entity, "한빛로직", "organisation");
  const auto apart = match_keys(NodeKind::Entity, "한빛 로직", "organisation");
  EXPECT_NE(joined.front(), apart.front());
  EXPECT_EQ(joined.back(), apart.back());
}

/// Random names out of pieces that rules speak of.
std::string random_name(std::mt19937_64& random) {
  static constexpr auto kPieces = std::to_array<const char*>(
      {"Kim",  "kim", "Minji",    "min", "ji",   "Dr.",  "Jr.",  "PhD",  "Acme", "Inc.",  "Co.",
       "Ltd",  "the", "The",      "e",   "mail", "s",    "'s",   "news", "data", "base",  "é",
       "ü",    "김",  "민지",     "님",  "부장", "께서", "이",   "가",   "은",   "삼성",  "전자",
       "(주)", "㈜",  "주식회사", "팀",  "1",    "2",    "10",   ".",    ",",    "#",     "&",
       "/",    "(",   ")",        "<",   ">",    "@",    "x.kr", "via",  "'",    "\"",    "’",
       "Ａ",   "３",  "²",        "+",   "_",    "남궁", "에서", "를",   "·",    "boxes", "re"});
  static constexpr auto kGaps = std::to_array<const char*>({"", "", " ", " ", "-", "  ", "."});
  std::string name;
  const auto count = 1 + random() % 6;
  for (std::size_t i = 0; i < count; ++i) {
    name += kPieces[random() % kPieces.size()];
    name += kGaps[random() % kGaps.size()];
  }
  return name;
}

std::vector<std::string> digit_runs(const std::string& name) {
  std::vector<std::string> runs;
  bool open = false;
  for (const char c : fold_width(name)) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (digit && !open) runs.emplace_back();
    if (digit) runs.back() += c;
    open = digit;
  }
  return runs;
}

struct Sort {
  NodeKind kind;
  const char* type;
};
constexpr auto kSorts = std::to_array<Sort>({{NodeKind::Person, ""},
                                             {NodeKind::Concept, ""},
                                             {NodeKind::Entity, ""},
                                             {NodeKind::Entity, "organisation"},
                                             {NodeKind::Entity, "product"},
                                             {NodeKind::Entity, "id"},
                                             {NodeKind::Entity, "symbol"}});

TEST(NearKeyProperty, IsIdempotentAndTheSameInEveryNormalForm) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 4000; ++round) {
    const std::string name = random_name(random);
    for (const Sort& sort : kSorts) {
      const std::string key = near_key(sort.kind, name, sort.type);
      EXPECT_EQ(near_key(sort.kind, key, sort.type), key) << name;
      EXPECT_EQ(near_key(sort.kind, to_nfd(name), sort.type), key) << name;
      EXPECT_EQ(near_key(sort.kind, to_nfc(name), sort.type), key) << name;
      EXPECT_FALSE(key.empty()) << name;
    }
    const std::string person = canonical_person(name);
    EXPECT_EQ(canonical_person(person), person) << name;
    EXPECT_EQ(canonical_person(to_nfd(name)), person) << name;
  }
}

TEST(NearKeyProperty, KeepsEveryDigitWhereItIs) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 4000; ++round) {
    const std::string name = random_name(random);
    for (const Sort& sort : kSorts) {
      if (sort.kind == NodeKind::Person) continue;  // what is in brackets goes
      EXPECT_EQ(digit_runs(near_key(sort.kind, name, sort.type)), digit_runs(name)) << name;
    }
  }
}

TEST(NearKeyProperty, IsOneOfTheKeysByWhichNamesMatch) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 2000; ++round) {
    const std::string name = random_name(random);
    for (const Sort& sort : kSorts) {
      const auto keys = match_keys(sort.kind, name, sort.type);
      ASSERT_FALSE(keys.empty()) << name;
      EXPECT_EQ(keys.back(), "~" + near_key(sort.kind, name, sort.type)) << name;
    }
  }
}

}  // namespace
}  // namespace memfold
