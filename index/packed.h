// Buffers in the layout the kernels read (kernels.h), packed when they are needed: rows are kept
// row-major alone, see docs/decisions/0004-vector-layout.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/kernels.h"

namespace memfold::index {

/// Queries as tiles [pair][kTileQueries], the last one filled up with zeros.
class PackedQueries {
 public:
  PackedQueries(std::span<const std::int16_t> queries, std::size_t n, std::size_t dimension);

  std::size_t tiles() const { return (n_ + kTileQueries - 1) / kTileQueries; }
  const std::int32_t* tile(std::size_t t) const { return &pairs_[t * tile_pairs_]; }
  /// Queries in tile t.
  std::size_t width(std::size_t t) const {
    const std::size_t left = n_ - t * kTileQueries;
    return left < kTileQueries ? left : kTileQueries;
  }

 private:
  std::size_t n_, tile_pairs_;
  std::vector<std::int32_t> pairs_;
};

/// Room for packed blocks, aligned as the kernels want it.
class PackedBlocks {
 public:
  PackedBlocks(std::size_t blocks, std::size_t dimension);
  std::int16_t* block(std::size_t b) { return values_.get() + b * block_values_; }
  const std::int16_t* block(std::size_t b) const { return values_.get() + b * block_values_; }

 private:
  struct Release {
    void operator()(std::int16_t* values) const;
  };
  std::size_t block_values_;
  std::unique_ptr<std::int16_t[], Release> values_;
};

}  // namespace memfold::index
