// The oracle: loops a reader can check at a glance.
#include <cstring>

#include "index/kernels.h"

namespace memfold::index {
namespace {

std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t n) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += std::int32_t{a[i]} * b[i];
  return sum;
}

void tile(const std::int16_t* queries, std::size_t stride, const std::int16_t* block,
          std::size_t pairs, const std::int32_t* thresholds, std::int32_t* out,
          std::uint32_t* above) {
  for (std::size_t q = 0; q < kTileQueries; ++q) {
    std::int32_t* row_of_out = out + q * kBlockRows;
    std::memset(row_of_out, 0, kBlockRows * sizeof(std::int32_t));
    for (std::size_t p = 0; p < pairs; ++p) {
      const std::int32_t first = queries[q * stride + 2 * p];
      const std::int32_t second = queries[q * stride + 2 * p + 1];
      const std::int16_t* values = block + p * 2 * kBlockRows;
      for (std::size_t r = 0; r < kBlockRows; ++r) {
        row_of_out[r] += first * values[2 * r] + second * values[2 * r + 1];
      }
    }
    above[q] = 0;
    for (std::size_t r = 0; r < kBlockRows; ++r) {
      above[q] |= std::uint32_t{row_of_out[r] >= thresholds[q]} << r;
    }
  }
}

void pack(const std::int16_t* rows, std::size_t count, std::size_t dimension, std::int16_t* block) {
  const std::size_t pairs = (dimension + 1) / 2;
  for (std::size_t p = 0; p < pairs; ++p) {
    std::int16_t* values = block + p * 2 * kBlockRows;
    for (std::size_t r = 0; r < kBlockRows; ++r) {
      const std::int16_t* row = rows + r * dimension;
      values[2 * r] = r < count ? row[2 * p] : std::int16_t{0};
      values[2 * r + 1] = r < count && 2 * p + 1 < dimension ? row[2 * p + 1] : std::int16_t{0};
    }
  }
}

}  // namespace

const Kernels& plain_kernels() {
  static constexpr Kernels kernels = {"plain", tile, dot, pack};
  return kernels;
}

}  // namespace memfold::index
