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
};

extern const Kernels kPlainKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512VnniKernels;
#endif

}  // namespace memfold::index
