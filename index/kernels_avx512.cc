// AVX-512 VNNI: vpdpwssd, two registers of sixteen rows, twelve queries: 24 accumulators. Compiled
// with -mavx512*, so nothing from the standard library is instantiated here (see kernels_avx2.cc).
#include <immintrin.h>

#include "index/kernels.h"

namespace memfold::index {
namespace {

std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t n) {
  __m512i sum = _mm512_setzero_si512();
  std::size_t i = 0;
  for (; i + 32 <= n; i += 32) {
    sum = _mm512_dpwssd_epi32(sum, _mm512_loadu_si512(a + i), _mm512_loadu_si512(b + i));
  }
  if (i < n) {
    const __mmask32 rest = (std::uint32_t{1} << (n - i)) - 1;
    sum = _mm512_dpwssd_epi32(sum, _mm512_maskz_loadu_epi16(rest, a + i),
                              _mm512_maskz_loadu_epi16(rest, b + i));
  }
  return _mm512_reduce_add_epi32(sum);
}

std::int32_t load_pair(const std::int16_t* at) {
  std::int32_t pair;
  __builtin_memcpy(&pair, at, sizeof pair);
  return pair;
}

void tile(const std::int16_t* queries, std::size_t stride, const std::int16_t* block,
          std::size_t pairs, const std::int32_t* thresholds, std::int32_t* out,
          std::uint32_t* above) {
  __m512i low[kTileQueries], high[kTileQueries];
#pragma GCC unroll 12
  for (std::size_t q = 0; q < kTileQueries; ++q) {
    low[q] = _mm512_setzero_si512();
    high[q] = _mm512_setzero_si512();
  }
  for (std::size_t p = 0; p < pairs; ++p) {
    const std::int16_t* values = block + p * 2 * kBlockRows;
    const __m512i first = _mm512_loadu_si512(values);
    const __m512i second = _mm512_loadu_si512(values + kBlockRows);
#pragma GCC unroll 12
    for (std::size_t q = 0; q < kTileQueries; ++q) {
      const __m512i query = _mm512_set1_epi32(load_pair(queries + q * stride + 2 * p));
      low[q] = _mm512_dpwssd_epi32(low[q], query, first);
      high[q] = _mm512_dpwssd_epi32(high[q], query, second);
    }
  }
#pragma GCC unroll 12
  for (std::size_t q = 0; q < kTileQueries; ++q) {
    const __m512i threshold = _mm512_set1_epi32(thresholds[q]);
    _mm512_storeu_si512(out + q * kBlockRows, low[q]);
    _mm512_storeu_si512(out + q * kBlockRows + 16, high[q]);
    above[q] = std::uint32_t{_mm512_cmpge_epi32_mask(low[q], threshold)} |
               std::uint32_t{_mm512_cmpge_epi32_mask(high[q], threshold)} << 16;
  }
}

void pack(const std::int16_t* rows, std::size_t count, std::size_t dimension, std::int16_t* block) {
  avx2_kernels().pack(rows, count, dimension, block);  // bound by memory, not by width
}

}  // namespace

const Kernels& avx512_kernels() {
  static constexpr Kernels kernels = {"avx512-vnni", tile, dot, pack};
  return kernels;
}

}  // namespace memfold::index
