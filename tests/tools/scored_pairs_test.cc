#include "tools/eval/scored_pairs.h"

#include <gtest/gtest.h>

#include "text_source.h"
#include "tools/cli/config.h"

namespace memfold::tools {
namespace {

ScoredPairFile read(const std::string& text, std::optional<PairColumns> columns = {}) {
  return read_scored_pairs(std::make_unique<TextSource>(text), "pairs.tsv", columns);
}

const std::string kKorSts =
    "genre\tfilename\tyear\tid\tscore\tsentence1\tsentence2\n"
    "main-captions\tMSRvid\t2012test\t0000\t5.000\t한 남자가 춤을 춘다.\t남자가 춤추고 있다.\n"
    "main-captions\tMSRvid\t2012test\t0001\t0.250\t아이가 말을 탄다.\t비가 온다.\n";

void expect_korsts(const ScoredPairFile& file) {
  ASSERT_EQ(file.pairs.size(), 2u);
  EXPECT_EQ(file.pairs[0].first, "한 남자가 춤을 춘다.");
  EXPECT_EQ(file.pairs[0].second, "남자가 춤추고 있다.");
  EXPECT_EQ(file.pairs[1].score, 0.25);
  EXPECT_TRUE(file.rejected.empty());
}

TEST(ScoredPairs, AHeaderNamesTheColumns) {
  expect_korsts(read(kKorSts));
}

TEST(ScoredPairs, WithoutAHeaderTheColumnsAreToldByWhatStandsInThem) {
  expect_korsts(read(kKorSts.substr(kKorSts.find('\n') + 1)));
  const ScoredPairFile plain = read("the cat sleeps\ta cat is asleep\t4.5\r\nred\tblue\t1\r\n");
  EXPECT_EQ(plain.columns, (PairColumns{1, 2, 3}));
  EXPECT_EQ(plain.pairs[0].score, 4.5);
  const ScoredPairFile front = read("4.5\tthe cat sleeps\ta cat is asleep\n1\tred\tblue\n");
  EXPECT_EQ(front.columns, (PairColumns{2, 3, 1}));
  const ScoredPairFile other_names = read("x\ty\tz\nthe cat\ta cat\t4\nred\tblue\t1\n");
  EXPECT_EQ(other_names.pairs.size(), 2u);
  EXPECT_TRUE(other_names.rejected.empty()) << "a header of other names is no bad line";
}

TEST(ScoredPairs, ACommentMayBeTheHeader) {
  const ScoredPairFile file =
      read("# score\tlanguage\ttext a\ttext b\n# a remark\n5\tko\t하나\t하나\n\n0\ten\tone\tten\n");
  ASSERT_EQ(file.pairs.size(), 2u);
  EXPECT_EQ(file.pairs[0].language, "ko");
  EXPECT_EQ(file.pairs[1].second, "ten");
}

TEST(ScoredPairs, ScoresUpToOneAreShares) {
  const ScoredPairFile file = read("a b\tc d\t0.5\ne f\tg h\t1\n");
  EXPECT_TRUE(file.unit_scale);
  EXPECT_EQ(file.pairs[0].score, 2.5);
  EXPECT_EQ(file.pairs[1].score, 5);
}

TEST(ScoredPairs, BadLinesAreLeftOutWithTheirReason) {
  const ScoredPairFile file = read(
      "text a\ttext b\tscore\none\ttwo\t3\none\ttwo\none\ttwo\tsix\none\ttwo\t6\none\t \t3\n"
      "\xff\ttwo\t3\n");
  EXPECT_EQ(file.pairs.size(), 1u);
  ASSERT_EQ(file.rejected.size(), 5u);
  EXPECT_EQ(file.rejected[0].line, 3u);
  EXPECT_EQ(file.rejected[0].reason, "it has 2 columns, not 3");
  EXPECT_EQ(file.rejected[2].reason, "its score is no number of 0 to 5");
  EXPECT_EQ(file.rejected[3].reason, "a text is empty");
  EXPECT_EQ(file.rejected[4].reason, "a text is not valid UTF-8");
}

TEST(ScoredPairs, ColumnsGivenCount) {
  EXPECT_EQ(parse_columns("3,4,1"), (PairColumns{3, 4, 1}));
  for (const char* wrong : {"", "1", "1,2", "1,2,3,4", "0,1,2", "a,b,c", "1,2,3 "}) {
    EXPECT_THROW(parse_columns(wrong), UsageError) << wrong;
  }
  const ScoredPairFile file = read("3\tx\tleft\ty\tright\n", PairColumns{3, 5, 1});
  EXPECT_EQ(file.pairs[0].first, "left");
  EXPECT_EQ(file.pairs[0].second, "right");
}

TEST(ScoredPairs, WhatCannotBeToldIsRefused) {
  for (const char* text :
       {"", "# nothing\n", "one column\n", "two\tcolumns\n", "a\tb\tc\n", "1\t2\t3\n"}) {
    EXPECT_THROW(read(text), UsageError) << text;
  }
  EXPECT_THROW(read("one\ttwo\t9\n", PairColumns{1, 2, 3}), UsageError);
}

}  // namespace
}  // namespace memfold::tools
