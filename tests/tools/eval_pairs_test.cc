#include "tools/eval/pairs.h"

#include <gtest/gtest.h>

#include "memfold/error.h"
#include "text_source.h"

namespace memfold::tools {
namespace {

class BrokenSource final : public ingest::ByteSource {
 public:
  std::size_t read(char*, std::size_t) override {
    throw Error(ErrorCode::Corruption, "the archive is damaged");
  }
  std::uint64_t stored_bytes_read() const override { return 0; }
  std::uint64_t stored_bytes_total() const override { return 0; }
};

PairFile pairs_in(const std::string& text, const LineSelection& selection = {}) {
  return read_pairs(std::make_unique<TextSource>(text), selection);
}

/// A good line with one part of it replaced.
std::string pair_line_with(const std::string& part, const std::string& other) {
  std::string line =
      R"({"id":"a","lang":"en","existing":"It costs 5","new":"It costs 6","expected":"UPDATE"})";
  return line.replace(line.find(part), part.size(), other) + "\n";
}

TEST(EvalPairs, AreReadInOrder) {
  const PairFile file = pairs_in(
      "\n"
      R"({"id":"b","lang":"ko","existing":"예산","new":"일정","expected":"LINK","relationship":"causal","split":"tune"})"
      "\r\n \n" +
      pair_line_with("UPDATE", "update"));
  EXPECT_TRUE(file.rejected.empty());
  ASSERT_EQ(file.pairs.size(), 2u);
  EXPECT_EQ(file.pairs[0].id, "b");
  EXPECT_EQ(file.pairs[0].language, "ko");
  EXPECT_EQ(file.pairs[0].existing, "예산");
  EXPECT_EQ(file.pairs[0].incoming, "일정");
  EXPECT_EQ(file.pairs[0].expected, Verdict::Link);
  EXPECT_EQ(file.pairs[0].relationship, EdgeType::Causal);
  EXPECT_EQ(file.pairs[1].expected, Verdict::Update);
  EXPECT_FALSE(file.pairs[1].relationship);
}

TEST(EvalPairs, MayHaveASubjectLine) {
  const PairFile file =
      pairs_in(pair_line_with("}", ",\"subject\":\"Budget\"}") + pair_line_with("\"a\"", "\"b\""));
  ASSERT_EQ(file.pairs.size(), 2u);
  EXPECT_EQ(file.pairs[0].subject, "Budget");
  EXPECT_EQ(file.pairs[1].subject, "");
  EXPECT_TRUE(file.unknown_keys.empty());
}

TEST(EvalPairs, StatementsAreComposed) {
  const PairFile file = pairs_in(pair_line_with("It costs 5", "caf\\u0065\\u0301"));
  ASSERT_EQ(file.pairs.size(), 1u);
  EXPECT_EQ(file.pairs[0].existing, "caf\u00e9");
}

TEST(EvalPairs, BadLinesSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{\"id\":\n", "it is not JSON, see byte"},
      {"[1]\n", "it is not a JSON object"},
      {"\"\xff\"\n", "it is not JSON"},
      {pair_line_with("\"id\":\"a\",", ""), "\"id\" is missing or empty"},
      {pair_line_with("\"en\"", "7"), "\"lang\" must be a text"},
      {pair_line_with("\"en\"", "\"en,ko\""), "must be a language such as ko or en, not \"en,ko\""},
      {pair_line_with("It costs 5", " "), "\"existing\" is missing or empty"},
      {pair_line_with("\"It costs 6\"", "null"), "\"new\" is missing or empty"},
      {pair_line_with("It costs 6", std::string(70'000, 'x')), "\"new\" is longer than 64 KiB"},
      {pair_line_with("It costs 6", std::string(1 << 21, 'x')), "it is longer than 1 MiB"},
      {pair_line_with("UPDATE", "UPDTE"),
       "must be one of UPDATE, LINK, DUPLICATE, MERGE, UNRELATED, not \"UPDTE\"; did you mean "
       "UPDATE?"},
      {pair_line_with("}", ",\"relationship\":\"casual\"}"), "did you mean causal?"},
  };
  for (const auto& [line, reason] : cases) {
    const PairFile file = pairs_in(line);
    EXPECT_TRUE(file.pairs.empty()) << reason;
    ASSERT_EQ(file.rejected.size(), 1u) << reason;
    EXPECT_EQ(file.rejected[0].line, 1u);
    EXPECT_NE(file.rejected[0].reason.find(reason), std::string::npos)
        << "wanted: " << reason << "\ngot: " << file.rejected[0].reason;
  }
}

TEST(EvalPairs, ABadLineCostsNoOther) {
  const PairFile file =
      pairs_in("nonsense\n" + pair_line_with("a", "a") + pair_line_with("a", "a"));
  EXPECT_EQ(file.pairs.size(), 1u);
  ASSERT_EQ(file.rejected.size(), 2u);
  EXPECT_EQ(file.rejected[0].line, 1u);
  EXPECT_EQ(file.rejected[1].line, 3u);
  EXPECT_EQ(file.rejected[1].reason, "its id \"a\" is that of line 2");
}

TEST(EvalPairs, WhatIsNotSelectedIsNotLookedAt) {
  const std::string text = pair_line_with("}", ",\"split\":\"tune\"}") +
                           pair_line_with("UPDATE\"", "MAYBE\",\"split\":\"held\",\"color\":1") +
                           pair_line_with("\"en\"", "\"ko\"");
  const PairFile tune = pairs_in(text, {.split = "tune", .language = {}});
  EXPECT_EQ(tune.pairs.size(), 1u);
  EXPECT_TRUE(tune.rejected.empty());
  EXPECT_TRUE(tune.unknown_keys.empty());
  EXPECT_EQ(tune.splits, (std::set<std::string>{"held", "tune"}));
  EXPECT_EQ(tune.languages, (std::set<std::string>{"en", "ko"}));
  const PairFile korean = pairs_in(text, {.split = {}, .language = "ko"});
  ASSERT_EQ(korean.pairs.size(), 1u);
  EXPECT_EQ(korean.pairs[0].language, "ko");
  EXPECT_TRUE(pairs_in(text, {.split = "tune", .language = "ko"}).pairs.empty());
}

TEST(EvalPairs, UnknownKeysAreCountedWithTheNearestKnownOne) {
  const PairFile file = pairs_in(pair_line_with("}", ",\"relationshp\":\"causal\"}"));
  EXPECT_EQ(file.pairs.size(), 1u);
  ASSERT_EQ(file.unknown_keys.size(), 1u);
  EXPECT_EQ(file.unknown_keys.at("relationshp").nearest, "relationship");
  EXPECT_EQ(file.unknown_keys.at("relationshp").first_line, 1u);
}

TEST(EvalPairs, ADamagedFileIsAnError) {
  EXPECT_THROW(read_pairs(std::make_unique<BrokenSource>(), {}), Error);
}

}  // namespace
}  // namespace memfold::tools
