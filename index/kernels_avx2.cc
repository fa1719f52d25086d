// AVX2: vpmaddwd + vpaddd, four registers of eight rows. Compiled with -mavx2, so nothing from the
// standard library is instantiated here: the linker could pick such a copy for every machine.
#include <immintrin.h>

#include "index/kernels.h"

namespace memfold::index {
namespace {

/// Queries per register tile: 3 x 4 accumulators leave room for the block's four and a broadcast.
constexpr std::size_t kQueries = 3;
constexpr std::size_t kRegisters = kBlockRows / 8;

std::int32_t horizontal_sum(__m256i v) {
  __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
  return _mm_cvtsi128_si32(sum);
}

std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t n) {
  __m256i sum = _mm256_setzero_si256();
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const __m256i va = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a + i));
    const __m256i vb = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b + i));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(va, vb));
  }
  std::int32_t total = horizontal_sum(sum);
  for (; i < n; ++i) total += std::int32_t{a[i]} * b[i];
  return total;
}

std::int32_t load_pair(const std::int16_t* at) {
  std::int32_t pair;
  __builtin_memcpy(&pair, at, sizeof pair);
  return pair;
}

void three_queries(const std::int16_t* queries, std::size_t stride, const std::int16_t* block,
                   std::size_t pairs, const std::int32_t* thresholds, std::int32_t* out,
                   std::uint32_t* above) {
  __m256i sums[kQueries][kRegisters];
  for (std::size_t q = 0; q < kQueries; ++q) {
    for (std::size_t r = 0; r < kRegisters; ++r) sums[q][r] = _mm256_setzero_si256();
  }
  for (std::size_t p = 0; p < pairs; ++p) {
    const auto* rows = reinterpret_cast<const __m256i*>(block + p * 2 * kBlockRows);
    __m256i values[kRegisters];
    for (std::size_t r = 0; r < kRegisters; ++r) values[r] = _mm256_loadu_si256(rows + r);
    for (std::size_t q = 0; q < kQueries; ++q) {
      const __m256i query = _mm256_set1_epi32(load_pair(queries + q * stride + 2 * p));
      for (std::size_t r = 0; r < kRegisters; ++r) {
        sums[q][r] = _mm256_add_epi32(sums[q][r], _mm256_madd_epi16(query, values[r]));
      }
    }
  }
  for (std::size_t q = 0; q < kQueries; ++q) {
    const __m256i threshold = _mm256_set1_epi32(thresholds[q]);
    std::uint32_t bits = 0;
    for (std::size_t r = 0; r < kRegisters; ++r) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + q * kBlockRows + r * 8), sums[q][r]);
      const __m256i below = _mm256_cmpgt_epi32(threshold, sums[q][r]);
      const auto mask = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(below)));
      bits |= (~mask & 0xFFu) << (8 * r);
    }
    above[q] = bits;
  }
}

void tile(const std::int16_t* queries, std::size_t stride, const std::int16_t* block,
          std::size_t pairs, const std::int32_t* thresholds, std::int32_t* out,
          std::uint32_t* above) {
  for (std::size_t q = 0; q < kTileQueries; q += kQueries) {
    three_queries(queries + q * stride, stride, block, pairs, thresholds + q, out + q * kBlockRows,
                  above + q);
  }
}

/// Transposes 8 x 8 pairs: rows of eight pairs in, pairs of eight rows out.
void transpose(__m256i (&v)[8]) {
  __m256i a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = _mm256_unpacklo_epi32(v[i], v[i + 1]);
    a[i + 1] = _mm256_unpackhi_epi32(v[i], v[i + 1]);
  }
  for (int i = 0; i < 8; i += 4) {
    b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
    b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
    b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
    b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
  }
  for (int i = 0; i < 4; ++i) {
    v[i] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x20);
    v[i + 4] = _mm256_permute2x128_si256(b[i], b[i + 4], 0x31);
  }
}

void pack(const std::int16_t* rows, std::size_t count, std::size_t dimension, std::int16_t* block) {
  if (count < kBlockRows) return plain_kernels().pack(rows, count, dimension, block);
  const std::size_t pairs = (dimension + 1) / 2, whole = dimension / 16 * 8;
  for (std::size_t group = 0; group < kBlockRows; group += 8) {
    for (std::size_t p = 0; p < whole; p += 8) {
      __m256i v[8];
      for (std::size_t r = 0; r < 8; ++r) {
        v[r] = _mm256_loadu_si256(
            reinterpret_cast<const __m256i*>(rows + (group + r) * dimension + 2 * p));
      }
      transpose(v);
      for (std::size_t i = 0; i < 8; ++i) {
        _mm256_storeu_si256(
            reinterpret_cast<__m256i*>(block + (p + i) * 2 * kBlockRows + 2 * group), v[i]);
      }
    }
  }
  for (std::size_t p = whole; p < pairs; ++p) {
    std::int16_t* values = block + p * 2 * kBlockRows;
    for (std::size_t r = 0; r < kBlockRows; ++r) {
      const std::int16_t* row = rows + r * dimension;
      values[2 * r] = row[2 * p];
      values[2 * r + 1] = 2 * p + 1 < dimension ? row[2 * p + 1] : std::int16_t{0};
    }
  }
}

}  // namespace

const Kernels& avx2_kernels() {
  static constexpr Kernels kernels = {"avx2", tile, dot, pack};
  return kernels;
}

}  // namespace memfold::index
