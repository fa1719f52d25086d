// A filter in front of the exact products: int8 codes at twice the rate, with a proven bound.
//
// A row is v = S h + l (scale, codes, residual) and a query is q = T g + m. Then
//   v . q - S T (h . g) = S h . m + l . q,
// and by Cauchy-Schwarz that is at most |S h| |m| + |l| |q|. A row whose S T (h . g) plus that
// bound stays below a query's floor cannot reach it; all others are multiplied exactly. So the
// filter changes how much is computed and never what is found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/kernels.h"
#include "index/packed.h"

namespace memfold::index {

/// Codes of a few blocks of rows, written anew for each group that is searched.
class BlockCodes {
 public:
  BlockCodes(const Kernels& kernels, std::size_t blocks, std::size_t dimension);

  /// Encodes up to kBlockRows rows into block b.
  void encode(const std::int16_t* rows, std::size_t count, std::size_t b);

  const std::int16_t* block(std::size_t b) { return blocks_.block(b); }
  const CodeSummary& summary(std::size_t b) const { return summaries_[b].codes; }
  /// Upper bounds on |S h| and |l| over the rows of block b.
  double coded_norm(std::size_t b) const { return summaries_[b].coded_norm; }
  double residual_norm(std::size_t b) const { return summaries_[b].residual_norm; }

 private:
  struct Summary {
    CodeSummary codes;
    double coded_norm, residual_norm;
  };
  const Kernels& kernels_;
  std::size_t dimension_;
  PackedBlocks blocks_;
  std::vector<std::int8_t> rows_;  ///< codes of one block before they are packed
  std::vector<Summary> summaries_;
};

/// Codes of the queries of a search, in tiles. Immutable, so threads may share it.
class QueryCodes {
 public:
  QueryCodes(const Kernels& kernels, std::span<const std::int16_t> queries, std::size_t n,
             std::size_t dimension);

  const std::int32_t* tile(std::size_t t) const { return tiles_.tile(t); }

  /// False when the bound does not hold for block b: rows that are no unit vectors. Then its rows
  /// are to be multiplied exactly.
  bool covers(const BlockCodes& codes, std::size_t b) const;

  /// The least h . g with which a row of block b may reach the floors of the queries of tile t.
  void thresholds(std::size_t t, const BlockCodes& codes, std::size_t b, const std::int32_t* floors,
                  std::int32_t* out) const;

 private:
  struct Bound {
    double norm = 0, residual_norm = 0, inverse_scale = 1;
  };
  PackedQueries pack(const Kernels& kernels, std::span<const std::int16_t> queries, std::size_t n,
                     std::size_t dimension);

  std::uint32_t square_limit_;
  bool usable_ = true;
  double largest_norm_ = 0;
  std::vector<Bound> bounds_;  ///< filled up to whole tiles
  PackedQueries tiles_;
};

}  // namespace memfold::index
