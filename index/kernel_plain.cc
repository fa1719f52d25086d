// The kernels as plain loops: the oracle, and what runs where nothing better does.
#include "index/kernels.h"

namespace memfold::index {
namespace {

// Unsigned, so that a sum that wraps is defined and equal to what the vector units give.
std::uint32_t product(std::int16_t a, std::int16_t b) {
  return static_cast<std::uint32_t>(std::int32_t{a} * std::int32_t{b});
}

void pack_block(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                std::int16_t* block) {
  const std::size_t pairs = pair_count(dimension);
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (std::size_t row = 0; row < kBlockRows; ++row) {
      for (std::size_t half = 0; half < 2; ++half) {
        const std::size_t column = 2 * pair + half;
        *block++ =
            row < count && column < dimension ? rows[row * dimension + column] : std::int16_t{0};
      }
    }
  }
}

std::uint32_t scan_block(const std::int32_t* tile, std::size_t queries, const std::int16_t* block,
                         std::size_t pairs, const std::int32_t* floors, std::int32_t* dots,
                         std::uint32_t* lanes) {
  std::uint32_t found = 0;
  for (std::size_t query = 0; query < queries; ++query) {
    std::uint32_t sums[kBlockRows] = {};
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const auto both = static_cast<std::uint32_t>(tile[pair * kTileQueries + query]);
      const auto even = static_cast<std::int16_t>(both & 0xffff);
      const auto odd = static_cast<std::int16_t>(both >> 16);
      const std::int16_t* values = block + pair * kBlockRows * 2;
      for (std::size_t row = 0; row < kBlockRows; ++row) {
        sums[row] += product(even, values[2 * row]) + product(odd, values[2 * row + 1]);
      }
    }
    lanes[query] = 0;
    for (std::size_t row = 0; row < kBlockRows; ++row) {
      if (static_cast<std::int32_t>(sums[row]) >= floors[query]) lanes[query] |= 1u << row;
    }
    if (lanes[query] == 0) continue;
    found |= 1u << query;
    for (std::size_t row = 0; row < kBlockRows; ++row) {
      dots[query * kBlockRows + row] = static_cast<std::int32_t>(sums[row]);
    }
  }
  return found;
}

void multiply_rows(const std::int16_t* a, std::size_t na, const std::int16_t* b, std::size_t nb,
                   std::size_t dimension, std::int32_t* out, std::size_t stride) {
  for (std::size_t i = 0; i < na; ++i) {
    for (std::size_t j = 0; j < nb; ++j) {
      std::uint32_t sum = 0;
      for (std::size_t column = 0; column < dimension; ++column) {
        sum += product(a[i * dimension + column], b[j * dimension + column]);
      }
      out[i * stride + j] = static_cast<std::int32_t>(sum);
    }
  }
}

}  // namespace

const Kernels kPlainKernels = {"plain", pack_block, scan_block, multiply_rows, 0,
                               0,       0,          nullptr,    nullptr};

}  // namespace memfold::index
