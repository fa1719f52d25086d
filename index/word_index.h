// Which rows hold which words, and how well they answer a few of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

  /// The words of a row, in any order, repeats included. The row must hold none yet. Throws
  /// std::length_error beyond 2^28 rows.
  void add(Ordinal ordinal, std::span<const std::uint64_t> terms);
  /// What was added: the same words. A row that holds none is left as it is.
  void remove(Ordinal ordinal, std::span<const std::uint64_t> terms);
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

  std::size_t home(std::uint64_t term) const;
  const Entry* find(std::uint64_t term) const;
  std::uint32_t find_or_add(std::uint64_t term);
  void grow();
  Posting* find_posting(const Entry& entry, Ordinal ordinal);
  void compact_when_due();
  std::vector<float> repeat_table() const;

  Bm25 figures_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< open addressing over entries_, counted from 1; 0: free
  std::vector<Posting> base_;         ///< by entry, then by ordinal
  std::vector<Late> tail_;
  std::vector<std::uint8_t> lengths_;  ///< by ordinal
  std::uint64_t length_sum_ = 0;
  std::size_t rows_ = 0, dead_ = 0;
};

}  // namespace memfold::index
