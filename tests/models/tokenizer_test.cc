// Texts and the terms they are compared by.
#include <gtest/gtest.h>

#include <algorithm>

#include "memfold/models.h"

namespace memfold {
namespace {

std::vector<std::string> terms(const std::string& text, Term::Kind kind = Term::Kind::Word) {
  std::vector<std::string> found;
  for (const Term& term : builtin_tokenizer()->terms(text)) {
    if (term.kind == kind) found.push_back(term.text);
  }
  return found;
}

struct Row {
  const char* text;
  std::vector<std::string> words;
};

TEST(Tokenizer, WordsIdentifiersAndAmounts) {
  const std::vector<Row> rows = {
      // Korean: particles and endings go, words that say nothing as well.
      {"봄 캠페인 예산은", {"봄", "캠페인", "예산"}},
      {"캠페인을 예산이 예산의", {"캠페인", "예산", "예산"}},
      {"언제 어디서 만나기로 했나요", {"만나기"}},
      {"API를 DB는", {"api", "db"}},
      // English: one form of each word.
      {"The budgets were approved", {"budget", "approv"}},
      {"When is the migration?", {"migrat"}},
      {"Dial-in", {"dialin", "dial"}},
      // Identifiers are one word however they are joined.
      {"INC-1042", {"inc1042"}},
      {"ticket 1042", {"ticket", "1042"}},
      {"MR-2026-003은", {"mr2026003"}},
      {"v2.2.1", {"v2.2.1"}},
      {"gw2.bluefjord.example", {"gw2.bluefjord.example"}},
      {"5583-2019-7746", {"558320197746"}},
      // Numbers, with their unit and as amounts.
      {"3,000만원", {"3000", "3000만원", "30000000"}},
      {"3천만원", {"3천만원", "30000000"}},
      {"30,000,000원", {"30000000", "30000000원"}},
      {"5월 8일", {"5월", "8일"}},
      {"USD 52,000", {"usd", "52000"}},
      // Scripts a lower case is known for.
      {"ÉTÉ", {"été"}},
      {"", {}},
      {"?!", {}},
  };
  for (const Row& row : rows) EXPECT_EQ(terms(row.text), row.words) << row.text;
}

TEST(Tokenizer, PiecesOfWordsMeetOtherWords) {
  const auto has = [](const std::string& text, const std::string& term) {
    const auto all = builtin_tokenizer()->terms(text);
    return std::any_of(all.begin(), all.end(), [&](const Term& one) { return one.text == term; });
  };
  EXPECT_TRUE(has("예산안", "예산"));
  EXPECT_TRUE(has("마케팅캠페인", "캠페"));
  EXPECT_TRUE(has("마케팅 캠페인을", "캠페"));
  EXPECT_TRUE(has("INC-1042", "1042"));
  EXPECT_TRUE(has("v2.2", "2.2"));
  EXPECT_FALSE(has("v2.2.1", "2.2")) << "another version";
  EXPECT_FALSE(has("SA-2026-17", "sa202671"));
}

TEST(Tokenizer, ConceptsJoinWordsAndLanguages) {
  const auto concepts = [](const std::string& text) { return terms(text, Term::Kind::Concept); };
  EXPECT_EQ(concepts("예산"), std::vector<std::string>{"budget"});
  EXPECT_EQ(concepts("예산안"), std::vector<std::string>{"budget"});
  EXPECT_EQ(terms("budget"), std::vector<std::string>{"budget"});
  EXPECT_EQ(concepts("budget"), std::vector<std::string>{}) << "named by itself";
}

TEST(Tokenizer, SaysWhereEachTermWasRead) {
  const std::string text = "봄 캠페인을 INC-1042";
  for (const Term& term : builtin_tokenizer()->terms(text)) {
    ASSERT_LT(term.begin, term.end) << term.text;
    ASSERT_LE(term.end, text.size()) << term.text;
  }
  const auto all = builtin_tokenizer()->terms(text);
  const auto id =
      std::find_if(all.begin(), all.end(), [](const Term& term) { return term.text == "inc1042"; });
  ASSERT_NE(id, all.end());
  EXPECT_EQ(text.substr(id->begin, id->end - id->begin), "INC-1042");
}

TEST(Tokenizer, TakesAnyBytes) {
  const std::string broken = "예산\xff\xfe\xed\xa0\x80 budget \xe0\xb0";
  EXPECT_NO_THROW(builtin_tokenizer()->terms(broken));
  EXPECT_EQ(terms(std::string(100'000, '-')), std::vector<std::string>{});
  EXPECT_FALSE(terms(std::string(50'000, 'a')).empty());
}

}  // namespace
}  // namespace memfold
