// Centroids that sort rows into cells: what lies near each other lies in few of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/vector_index.h"

namespace memfold::index {

/// Immutable, so threads may share it. In which cell a row lies follows from the centroids and the
/// row alone: not from when it came, what else there is, the machine or the threads.
class Codebook {
 public:
  /// `centroids` [cells x dimension], row-major, unit vectors in fixed point. Throws
  /// Error(InvalidArgument) unless there are 1..kMaxCells whole ones.
  Codebook(int dimension, std::vector<std::int16_t> centroids);

  static constexpr std::size_t kMaxCells = kNoCell;

  int dimension() const { return dimension_; }
  std::size_t cells() const { return centroids_.size() / std::size_t(dimension_); }
  std::span<const std::int16_t> centroids() const { return centroids_; }
  std::size_t memory_bytes() const { return centroids_.capacity() * sizeof(centroids_[0]); }

  /// The `width` cells nearest to each of n rows, the nearest first, [n x min(width, cells)];
  /// equally near ones in ascending order. A zero row has no direction and lies in none: kNoCell.
  std::vector<Cell> nearest(std::span<const std::int16_t> rows, std::size_t n, std::size_t width,
                            ParallelFor parallel) const;

 private:
  int dimension_;
  std::vector<std::int16_t> centroids_;
};

/// Spherical k-means (Dhillon and Modha, Concept Decompositions for Large Sparse Text Data using
/// Clustering, 2001) over unit rows [n x dimension], n >= cells, begun with rows at equal distances
/// in their order. Sums are integers and the rest is IEEE arithmetic without contraction: the same
/// rows in the same order give the same bits everywhere, on any number of threads.
inline constexpr std::size_t kTrainedRowsPerCell = 16;  ///< are enough
Codebook train_codebook(int dimension, std::span<const std::int16_t> rows, std::size_t cells,
                        ParallelFor parallel);

}  // namespace memfold::index
