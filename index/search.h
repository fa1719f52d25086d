// Exact search over rows in memory, whoever holds them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/kernels.h"
#include "index/vector_index.h"

namespace memfold::index {

/// Consecutive rows, row-major, borrowed. `first` is the ordinal of the first one, a multiple of
/// kBlockRows.
struct Segment {
  const std::int16_t* rows;
  std::size_t count;
  Ordinal first;
};

/// What is searched: segments in ascending order of their ordinals.
struct SearchBase {
  std::size_t dimension;
  std::span<const Segment> segments;
  /// One bit an ordinal, set for live rows, or empty when all are.
  std::span<const std::uint64_t> live;
};

/// VectorIndex::search, on the kernels given.
void search_exactly(const Kernels& kernels, ParallelFor parallel, const SearchBase& base,
                    std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
                    std::int32_t minimum, std::vector<std::vector<Hit>>& hits);

/// inner_products (vector_index.h), on the kernels given.
void multiply_all(const Kernels& kernels, std::span<const std::int16_t> a, std::size_t na,
                  std::span<const std::int16_t> b, std::size_t nb, int dimension,
                  std::span<std::int32_t> out);

}  // namespace memfold::index
