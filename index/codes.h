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

/// What the bound takes from the codes of a block.
struct BlockBound {
  BlockBound() = default;
  explicit BlockBound(const CodeSummary& summary);

  std::uint32_t code_square = 0;
  double inverse_scale = 1;
  double coded_norm = 0, residual_norm = 0;  ///< at least |S h| and |l| of every row
};

/// And from a query.
struct QueryBound {
  double norm = 0, residual_norm = 0, inverse_scale = 1;
};

/// The least h . g with which a row of the block may reach the floors of up to kTileQueries
/// queries; what no product reaches for those that are missing. `out`: kTileQueries values.
void code_thresholds(std::span<const QueryBound> queries, const BlockBound& block,
                     const std::int32_t* floors, std::int32_t* out);

/// Makes codes of rows, as the kernels want them. For one thread.
class BlockEncoder {
 public:
  BlockEncoder(const Kernels& kernels, std::size_t dimension);

  /// Of up to kBlockRows rows into a packed block of block_bytes().
  void encode(const std::int16_t* rows, std::size_t count, std::int16_t* block,
              CodeSummary& summary);
  static std::size_t block_bytes(std::size_t dimension);

 private:
  const Kernels& kernels_;
  std::size_t dimension_;
  std::vector<std::int8_t> rows_;  ///< codes before they are packed
};

/// Codes of a few blocks of rows, written anew for each group that is searched.
class BlockCodes {
 public:
  BlockCodes(const Kernels& kernels, std::size_t blocks, std::size_t dimension);

  /// Encodes up to kBlockRows rows into block b.
  void encode(const std::int16_t* rows, std::size_t count, std::size_t b);

  const std::int16_t* block(std::size_t b) { return blocks_.block(b); }
  const CodeSummary& summary(std::size_t b) const { return summaries_[b]; }
  const BlockBound& bound(std::size_t b) const { return bounds_[b]; }

 private:
  BlockEncoder encoder_;
  PackedBlocks blocks_;
  std::vector<CodeSummary> summaries_;
  std::vector<BlockBound> bounds_;
};

/// Codes of queries. Immutable, so threads may share it.
class QueryCodes {
 public:
  QueryCodes(const Kernels& kernels, std::span<const std::int16_t> queries, std::size_t n,
             std::size_t dimension);

  /// Biased, and as wide as values of half their number: as packing takes them.
  std::span<const std::int16_t> values(std::size_t query) const;
  std::size_t width() const { return code_bytes(dimension_) / 2; }  ///< in such values
  PackedQueries packed() const;                                     ///< all of them
  const QueryBound& bound(std::size_t query) const { return bounds_[query]; }
  /// Of the queries of a tile of packed().
  std::span<const QueryBound> tile_bounds(std::size_t tile) const;

  /// False when the bound does not hold for a block: rows that are no unit vectors. Then its rows
  /// are to be multiplied exactly.
  bool covers(const BlockBound& block) const;

 private:
  std::size_t n_, dimension_;
  std::uint32_t square_limit_;
  bool usable_ = true;
  double largest_norm_ = 0;
  std::vector<QueryBound> bounds_;
  std::vector<std::int8_t> codes_;
};

}  // namespace memfold::index
