#include "index/packed.h"

#include <new>

namespace memfold::index {
namespace {

constexpr std::align_val_t kAlignment{64};

std::int32_t pair_of(std::int16_t even, std::int16_t odd) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint16_t>(even)) |
                                   static_cast<std::uint32_t>(static_cast<std::uint16_t>(odd))
                                       << 16);
}

}  // namespace

PackedQueries::PackedQueries(std::span<const std::int16_t> queries, std::size_t n,
                             std::size_t dimension)
    : n_(n), tile_pairs_(index::tile_pairs(dimension)), pairs_(tiles() * tile_pairs_) {
  for (std::size_t query = 0; query < n; ++query) {
    const std::int16_t* row = queries.data() + query * dimension;
    std::int32_t* out = &pairs_[query / kTileQueries * tile_pairs_ + query % kTileQueries];
    for (std::size_t column = 0; column + 1 < dimension; column += 2, out += kTileQueries) {
      *out = pair_of(row[column], row[column + 1]);
    }
    if (dimension % 2 != 0) *out = pair_of(row[dimension - 1], 0);
  }
}

PackedBlocks::PackedBlocks(std::size_t blocks, std::size_t dimension)
    : block_values_(block_values(dimension)),
      values_(static_cast<std::int16_t*>(
          ::operator new(blocks* block_values_ * sizeof(std::int16_t), kAlignment))) {}

void PackedBlocks::Release::operator()(std::int16_t* values) const {
  ::operator delete(values, kAlignment);
}

}  // namespace memfold::index
