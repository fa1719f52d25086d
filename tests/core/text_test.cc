#include "core/text.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

TEST(Utf8, KnowsValidFromInvalid) {
  EXPECT_TRUE(is_valid_utf8("한글 and ascii"));
  EXPECT_TRUE(is_valid_utf8(""));
  for (const char* bad : {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\xE3\x81", "\xF5\x80\x80\x80"}) {
    EXPECT_FALSE(is_valid_utf8(bad));
    EXPECT_TRUE(is_valid_utf8(to_valid_utf8(bad)));
  }
}

TEST(Utf8, RepairKeepsWhatIsGoodAndDropsNul) {
  EXPECT_EQ(to_valid_utf8(std::string_view("a\0b", 3)), "ab");
  EXPECT_EQ(to_valid_utf8("한\xFF글"), "한\uFFFD글");
}

TEST(Nfc, ComposesHangul) {
  EXPECT_EQ(to_nfc("\u1112\u1161\u11AB"), "한");
}

TEST(FoldCase, IsTheSameWhateverTheLocale) {
  EXPECT_EQ(fold_case("TITLE İ"), fold_case("title i\u0307"));
  EXPECT_EQ(fold_case("Straße"), "strasse");
  EXPECT_EQ(fold_case("예산 BUDGET"), "예산 budget");
}

TEST(CollapseSpaces, TrimsAndJoinsAnyWhiteSpace) {
  EXPECT_EQ(collapse_spaces("  a \t b\u3000\u00a0c\n"), "a b c");
  EXPECT_EQ(collapse_spaces(" \n"), "");
}

struct SubjectCase {
  const char* given;
  const char* expected;
};
class Subject : public testing::TestWithParam<SubjectCase> {};
TEST_P(Subject, LosesItsPrefixes) {
  EXPECT_EQ(normalise_subject(GetParam().given), GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    Table, Subject,
    testing::Values(SubjectCase{"Re: budget", "budget"},
                    SubjectCase{"RE: Fwd: Re: budget", "budget"},
                    SubjectCase{"회신: 전달: 예산", "예산"},
                    SubjectCase{"[dev] Re: [dev] v2", "v2"}, SubjectCase{"Re[2]: budget", "budget"},
                    SubjectCase{"회신： 예산", "예산"}, SubjectCase{"FW:예산", "예산"},
                    SubjectCase{"Release notes", "Release notes"},
                    SubjectCase{"Regarding: x", "Regarding: x"}, SubjectCase{"", ""},
                    SubjectCase{"Re:", "Re:"}, SubjectCase{"  Q1   OKR ", "Q1 OKR"}));

TEST(Person, AddressWinsOverName) {
  EXPECT_EQ(normalise_person("Kim Min <KIM@X.kr>"), "kim@x.kr");
  EXPECT_EQ(normalise_person("kim@x.kr"), "kim@x.kr");
  EXPECT_EQ(normalise_person(" 김  민수 "), "김 민수");
  EXPECT_EQ(normalise_person("<no address>"), "<no address>");
}

TEST(NormalisedSet, SortsAndDropsRepeatsAndBlanks) {
  EXPECT_EQ(normalised_set({"b", "A", " a ", ""}, normalise_key),
            (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace memfold
