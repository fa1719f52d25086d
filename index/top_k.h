// Exact top-k of many queries over row-major int16 rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "index/kernels.h"
#include "index/vector_index.h"

namespace memfold::index {

/// Rows to search: [count x dimension]; `dead[i]` true leaves row i out.
struct RowSet {
  const std::int16_t* rows;
  std::size_t count, dimension;
  const std::vector<bool>& dead;
};

/// hits[i]: the k live rows of largest product with query i that reach `minimum`, best first, ties
/// in ascending ordinal. The answer depends on neither `parallel` nor the kernels.
void search_top_k(const Kernels& kernels, const RowSet& set, std::span<const std::int16_t> queries,
                  std::size_t n, std::size_t k, std::int32_t minimum, ParallelFor parallel,
                  std::vector<std::vector<Hit>>& hits);

/// Queries copied to rows of an even, padded stride, filled up with zero rows to whole tiles: what
/// Kernels::tile reads.
class TiledQueries {
 public:
  TiledQueries(std::span<const std::int16_t> rows, std::size_t n, std::size_t dimension);
  std::size_t tiles() const { return tiles_; }
  std::size_t stride() const { return stride_; }
  std::size_t pairs() const { return stride_ / 2; }
  const std::int16_t* tile(std::size_t i) const {
    return values_.data() + i * kTileQueries * stride_;
  }

 private:
  std::size_t stride_, tiles_;
  std::vector<std::int16_t> values_;
};

}  // namespace memfold::index
