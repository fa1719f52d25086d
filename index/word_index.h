// Which rows hold which words, and how well they answer a few of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "index/flat.h"
#include "index/number_table.h"
#include "index/vector_index.h"

namespace memfold::index {

/// The two figures of BM25: how soon repeats of a word count no more, and how much long texts are
/// held against (0..1).
struct Bm25 {
  double k1 = 1.2;
  double b = 0.75;
};

/// A word of a query: its hash and what it counts.
struct QueryWord {
  std::uint64_t term;
  double weight = 1;
};

/// BM25 over hashed words (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework:
/// BM25 and Beyond", section 3.4): of every word that occurs,
///   idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)),
///   idf = ln(1 + (rows - n + 0.5) / (n + 0.5))
/// with n the rows that hold it; the 1 + keeps common words from counting against a row. All
/// figures are of the live rows alone, so scores do not depend on the order in which rows came,
/// went or were loaded. Lengths above 255 count as 255, repeats above 15 as 15. Reads may run in
/// parallel with each other, not with a write.
class WordIndex {
 public:
  explicit WordIndex(const Bm25& figures = {}) : figures_(figures) {}

  void use(const Bm25& figures) { figures_ = figures; }
  const Bm25& figures() const { return figures_; }

  /// The words of a row, in any order, repeats included. The row must hold none yet. Throws
  /// std::length_error beyond 2^28 rows.
  void add(Ordinal ordinal, std::span<const std::uint64_t> terms);
  /// What was added: the same words. A row that holds none is left as it is.
  void remove(Ordinal ordinal, std::span<const std::uint64_t> terms);
  /// Rows whose words are no longer known; ascending. As remove(), but reads all postings.
  void forget(std::span<const Ordinal> ordinals);
  /// Takes changes into the sorted part at once, where it happens by and by otherwise.
  void compact();

  std::size_t live_size() const { return rows_; }
  std::size_t frequency(std::uint64_t term) const;
  /// Weight of a word that `rows_with` rows hold.
  double idf(std::size_t rows_with) const;

  /// Scores of all rows, in units of 1 / kScoreScale, by ordinal; rows beyond the last scored one
  /// are left out. A sum of integers: the order of words does not matter.
  std::vector<std::int32_t> score(std::span<const QueryWord> words) const;
  static constexpr double kScoreScale = 1 << 16;

  std::size_t memory_bytes() const;

  /// Visits everything that a copy of this is made of, in a fixed order.
  template <typename Self, typename Visit>
  static void parts(Self& self, const Visit& visit) {
    visit(self.entries_);
    NumberTable::parts(self.numbers_, visit);
    visit(self.base_);
    visit(self.tail_);
    visit(self.lengths_);
    visit(self.length_sum_);
    visit(self.rows_);
    visit(self.dead_);
  }

 private:
  /// Ordinal above, repeats in the lowest four bits; none: removed.
  using Posting = std::uint32_t;
  struct Entry {
    std::uint64_t term;
    std::uint32_t begin = 0, count = 0;  ///< in base_
    std::uint32_t tail = 0;              ///< newest of its chain in tail_, counted from 1; 0: none
    std::uint32_t live = 0;              ///< rows that hold it
  };
  /// A posting not sorted in yet; `next` leads to an older one of the same word, as Entry::tail.
  struct Late {
    Posting posting;
    std::uint32_t entry, next;
  };

  std::optional<std::uint32_t> find(std::uint64_t term) const;
  std::uint32_t find_or_add(std::uint64_t term);
  void file(std::uint32_t number);
  Posting* find_posting(const Entry& entry, Ordinal ordinal);
  void drop_length(Ordinal ordinal);
  void compact_when_due();
  std::vector<float> repeat_table() const;

  Bm25 figures_;
  Flat<Entry> entries_;
  NumberTable numbers_;  ///< of entries, by term
  Flat<Posting> base_;   ///< by entry, then by ordinal
  Flat<Late> tail_;
  Flat<std::uint8_t> lengths_;  ///< by ordinal
  std::uint64_t length_sum_ = 0;
  std::uint64_t rows_ = 0, dead_ = 0;
};

}  // namespace memfold::index
