// BM25 over changing rows against the formula worked out from the texts themselves.
#include "index/word_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace memfold::index {
namespace {

using Words = std::vector<std::uint64_t>;
using RowWords = std::map<Ordinal, Words>;

/// The formula of the header, word by word.
double by_formula(const RowWords& rows, const Bm25& figures, Ordinal ordinal,
                  const std::vector<QueryWord>& query) {
  const auto found = rows.find(ordinal);
  if (found == rows.end()) return 0;
  double lengths = 0;
  for (const auto& [other, words] : rows) lengths += double(words.size());
  const double mean = lengths / double(rows.size());
  double score = 0;
  for (const QueryWord& asked : query) {
    const auto count = [&](const Words& words) {
      return double(std::count(words.begin(), words.end(), asked.term));
    };
    const double tf = count(found->second);
    double with = 0;
    for (const auto& [other, words] : rows) with += count(words) > 0;
    const double idf = std::log(1 + (double(rows.size()) - with + 0.5) / (with + 0.5));
    const double length = double(found->second.size());
    score += asked.weight * idf * tf * (figures.k1 + 1) /
             (tf + figures.k1 * (1 - figures.b + figures.b * length / mean));
  }
  return score;
}

class Model {
 public:
  explicit Model(std::uint64_t seed, const Bm25& figures)
      : random_(seed), figures_(figures), index_(figures) {}

  /// Adds, removes or replaces a row.
  void change() {
    const std::uint64_t step = random_() % 10;
    if (rows_.empty() || step < 6) return put(next_++);
    auto row = rows_.begin();
    std::advance(row, std::ptrdiff_t(random_() % rows_.size()));
    const Ordinal ordinal = row->first;
    index_.remove(ordinal, row->second);
    rows_.erase(row);
    if (step < 8) put(ordinal);
  }
  void compact() { index_.compact(); }

  std::vector<QueryWord> query() {
    std::vector<QueryWord> asked;
    for (std::uint64_t term = 0; term < 5; ++term)
      asked.push_back({word(), 1.0 / double(term + 1)});
    return asked;
  }

  void expect_formula(const std::vector<QueryWord>& query) const {
    const std::vector<std::int32_t> scores = index_.score(query);
    ASSERT_EQ(index_.live_size(), rows_.size());
    for (Ordinal ordinal = 0; ordinal < next_; ++ordinal) {
      const double score = ordinal < scores.size() ? scores[ordinal] / WordIndex::kScoreScale : 0;
      EXPECT_NEAR(score, by_formula(rows_, figures_, ordinal, query), 1e-3) << "row " << ordinal;
    }
  }

  /// The same rows, as a store that is read again gives them.
  WordIndex reloaded() const {
    WordIndex index(figures_);
    for (const auto& [ordinal, words] : rows_) index.add(ordinal, words);
    index.compact();
    return index;
  }
  const WordIndex& index() const { return index_; }
  std::size_t added() const { return next_; }

 private:
  std::uint64_t word() { return (random_() % 40) * (random_() % 40); }
  void put(Ordinal ordinal) {
    Words words(1 + random_() % 30);
    for (std::uint64_t& one : words) one = word();
    index_.add(ordinal, words);
    rows_[ordinal] = std::move(words);
  }

  std::mt19937_64 random_;
  Bm25 figures_;
  WordIndex index_;
  RowWords rows_;
  Ordinal next_ = 0;
};

TEST(WordIndex, IsTheFormulaAfterAnyChanges) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    Model model(seed, {.k1 = 0.5 + double(seed) / 5, .b = double(seed) / 12});
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 40; ++i) model.change();
      if (round % 3 == 2) model.compact();
      model.expect_formula(model.query());
    }
  }
}

TEST(WordIndex, ScoresDoNotDependOnHowRowsCame) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Model model(seed, {});
    for (int i = 0; i < 500; ++i) model.change();
    const WordIndex reloaded = model.reloaded();
    for (int i = 0; i < 20; ++i) {
      const auto query = model.query();
      std::vector<std::int32_t> grown = model.index().score(query), again = reloaded.score(query);
      grown.resize(model.added());
      again.resize(model.added());
      EXPECT_EQ(grown, again) << "seed " << seed;
    }
  }
}

TEST(WordIndex, SortsInByItselfAndStaysTheSame) {
  // Enough postings that changes are sorted in several times.
  WordIndex grown, sorted;
  std::mt19937_64 random(3);
  std::vector<Words> rows(3000);
  for (Ordinal i = 0; i < rows.size(); ++i) {
    rows[i].resize(20);
    for (std::uint64_t& word : rows[i]) word = random() % 500;
    grown.add(i, rows[i]);
  }
  for (Ordinal i = 0; i < rows.size(); i += 2) grown.remove(i, rows[i]);
  for (Ordinal i = 1; i < rows.size(); i += 2) sorted.add(i, rows[i]);
  sorted.compact();
  const std::vector<QueryWord> query = {{7, 1}, {8, 0.3}, {499, 1}};
  EXPECT_EQ(grown.score(query), sorted.score(query));
  EXPECT_EQ(grown.frequency(7), sorted.frequency(7));
  grown.compact();
  EXPECT_EQ(grown.score(query), sorted.score(query));
}

TEST(WordIndex, WhatIsNotThereChangesNothing) {
  WordIndex index;
  EXPECT_TRUE(index.score(std::vector<QueryWord>{{1, 1}}).empty());
  index.remove(4, Words{1, 2});
  index.add(4, Words{});
  EXPECT_EQ(index.live_size(), 0u) << "a row without words is none";
  index.add(0, Words{1, 1, 2});
  index.remove(0, Words{1, 1, 2});
  EXPECT_EQ(index.frequency(1), 0u);
  EXPECT_EQ(index.score(std::vector<QueryWord>{{1, 1}}), (std::vector<std::int32_t>{0}));
  EXPECT_THROW(index.add(Ordinal{1} << 28, Words{1}), std::length_error);
}

TEST(WordIndex, CommonWordsCountLittleButNeverAgainst) {
  WordIndex index;
  for (Ordinal i = 0; i < 10; ++i) index.add(i, Words{1, i == 3 ? 2u : 100u + i});
  const auto scores = index.score(std::vector<QueryWord>{{1, 1}, {2, 1}});
  for (Ordinal i = 0; i < 10; ++i) EXPECT_GT(scores[i], 0);
  EXPECT_EQ(std::max_element(scores.begin(), scores.end()) - scores.begin(), 3);
}

TEST(WordIndex, CountsItsBytes) {
  WordIndex index;
  const std::size_t empty = index.memory_bytes();
  for (Ordinal i = 0; i < 1000; ++i) index.add(i, Words{i, i + 1, i + 2, 7});
  index.compact();
  EXPECT_GE(index.memory_bytes(), empty + 4000 * 4);
  EXPECT_LE(index.memory_bytes(), empty + 4000 * 4 + 1002 * 48 + 2048);
}

}  // namespace
}  // namespace memfold::index
