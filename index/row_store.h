// Rows of int16 by ordinal: the first may be those of a mapped file, the others lie in chunks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "index/search.h"
#include "index/vector_index.h"
#include "index/verified_bytes.h"

namespace memfold::index {

/// A full chunk never moves, so growing copies at most one of them. Reads may run in parallel with
/// each other, not with a write. Throws DamagedFile where a mapped row is not what it was.
class RowStore {
 public:
  explicit RowStore(std::size_t dimension);
  /// `kept` holds whole rows, a multiple of kGroupRows of them.
  RowStore(std::size_t dimension, VerifiedBytes kept);

  /// Chunks and what is kept hold a multiple of this many rows: each begins on a word of live bits.
  static constexpr std::size_t kGroupRows = 64;

  std::size_t dimension() const { return dimension_; }
  std::size_t size() const { return kept_rows_ + (chunks_.size() - 1) * chunk_rows_ + last_rows(); }

  const std::int16_t* row(Ordinal ordinal) const {
    return ordinal < kept_rows_ ? kept(ordinal, 1) : &chunk_of(ordinal)[place(ordinal)];
  }
  /// As many of these rows as fit in one go; returns how many.
  std::size_t append(std::span<const std::int16_t> rows);
  void replace(Ordinal ordinal, std::span<const std::int16_t> row);

  /// All rows, in the order of their ordinals.
  std::vector<Segment> segments() const;
  std::size_t memory_bytes() const;  ///< of those that are not kept
  std::size_t kept_bytes() const { return kept_.size(); }

 private:
  using Chunk = std::vector<std::int16_t>;

  std::size_t row_bytes() const { return dimension_ * sizeof(std::int16_t); }
  std::int16_t* kept(Ordinal first, std::size_t count) const {
    return reinterpret_cast<std::int16_t*>(kept_.at(first * row_bytes(), count * row_bytes()));
  }
  std::size_t last_rows() const { return chunks_.back().size() / dimension_; }
  const Chunk& chunk_of(Ordinal ordinal) const {
    return chunks_[(ordinal - kept_rows_) / chunk_rows_];
  }
  /// Of a row's first value in its chunk.
  std::size_t place(Ordinal ordinal) const {
    return (ordinal - kept_rows_) % chunk_rows_ * dimension_;
  }
  Chunk& chunk_with_room(std::size_t wanted);

  std::size_t dimension_, chunk_rows_, kept_rows_ = 0;
  VerifiedBytes kept_;
  std::vector<Chunk> chunks_;  ///< at least one
};

}  // namespace memfold::index
