// Exact int16 x int16 -> int32 products, once per instruction set.
//
// This header is included by files compiled for wider instruction sets, so it holds no function
// with external linkage and no standard template: the linker must not pick, for everyone, a copy
// that only some machines can run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace memfold::index {

/// Rows in a packed block and queries in a packed tile: 12 x 32 sums fill 24 registers of 512 bits.
inline constexpr std::size_t kBlockRows = 32;
inline constexpr std::size_t kTileQueries = 12;

/// Dimensions come in pairs, the last one padded with a zero.
static constexpr std::size_t pair_count(std::size_t dimension) {
  return (dimension + 1) / 2;
}
/// Values (int16) in a packed block and pairs (int32) in a packed tile.
static constexpr std::size_t block_values(std::size_t dimension) {
  return pair_count(dimension) * kBlockRows * 2;
}
static constexpr std::size_t tile_pairs(std::size_t dimension) {
  return pair_count(dimension) * kTileQueries;
}

/// Codes come in fours, as wide as a pair of values.
static constexpr std::size_t quad_count(std::size_t dimension) {
  return (dimension + 3) / 4;
}
static constexpr std::size_t code_bytes(std::size_t dimension) {
  return quad_count(dimension) * 4;
}
inline constexpr std::size_t kCodeSlack = 64;

/// How int8 codes are made: code = value / scale, rounded, so value = scale * code + residual.
struct CodeRange {
  std::int32_t limit;        ///< no code is larger in magnitude
  std::int32_t least_scale;  ///< at least 2
};

/// What is known of the codes of a block's rows, and what scan_codes starts its sums with.
struct CodeSummary {
  std::int32_t scale;
  std::uint32_t code_square;      ///< the largest sum of squared codes of a row
  std::uint32_t residual_square;  ///< the largest sum of squared residuals of a row
  alignas(64) std::int32_t start[kBlockRows];
};

/// The kernels of one instruction set. Sums are modulo 2^32 and so the same in any order; with rows
/// of norm below 2^14.5 they never wrap. Inputs need no alignment; packed blocks have 64 bytes of
/// it.
struct Kernels {
  const char* name;

  /// Packs `count` <= kBlockRows rows (row-major, `dimension` values each) into a block
  /// [pair][row][2]; missing rows are zero.
  void (*pack_block)(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                     std::int16_t* block);

  /// Multiplies a tile [pair][kTileQueries] of `queries` <= kTileQueries packed queries with a
  /// block. lanes[q] gets a bit for every row whose product with query q is >= floors[q]; where
  /// there is one, dots[q * kBlockRows ...] gets the 32 products of q and is left alone otherwise.
  /// Returns a bit for every query that has a lane. floors, lanes: kTileQueries values.
  std::uint32_t (*scan_block)(const std::int32_t* tile, std::size_t queries,
                              const std::int16_t* block, std::size_t pairs,
                              const std::int32_t* floors, std::int32_t* dots, std::uint32_t* lanes);

  /// out[i * stride + j] = a_i . b_j for row-major a [na x dimension], b [nb x dimension]. For few
  /// rows on either side, where packing does not pay.
  void (*multiply_rows)(const std::int16_t* a, std::size_t na, const std::int16_t* b,
                        std::size_t nb, std::size_t dimension, std::int32_t* out,
                        std::size_t stride);

  // Products of int8 codes, at twice the rate: a filter in front of the exact ones (codes.h). Query
  // codes have query_bias added, which makes them unsigned; `start` takes it out of the sums.
  std::int32_t query_code_limit;  ///< 0: there is no such filter, and what follows is null
  std::int32_t query_bias;
  /// Sums are right when the sums of squared codes on both sides are at most this; 0: always.
  std::uint32_t code_square_limit;

  /// Codes of `count` <= kBlockRows rows at one scale, a row every code_bytes(dimension) bytes,
  /// filled up with zeros. `codes` has room for kCodeSlack bytes more, which may be overwritten.
  void (*encode_rows)(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                      CodeRange range, std::int8_t* codes, CodeSummary* summary);

  /// scan_block on codes: a block [quad][row][4] and a tile [quad][kTileQueries][4] of biased query
  /// codes. Gives the lanes that reach the floors and no products.
  std::uint32_t (*scan_codes)(const std::int32_t* tile, std::size_t queries,
                              const std::int16_t* block, std::size_t quads,
                              const CodeSummary* summary, const std::int32_t* floors,
                              std::uint32_t* lanes);
};

extern const Kernels kPlainKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512VnniKernels;
#endif

}  // namespace memfold::index
