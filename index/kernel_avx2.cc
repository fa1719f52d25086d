// AVX2: vpmaddwd multiplies two pairs and adds both products, vpaddd adds them to the sum.
//
// Compiled for that instruction set; see kernels.h for what must not be included here.
#include <immintrin.h>

#include "index/kernels.h"

#if defined(__clang__)
#define MEMFOLD_UNROLL _Pragma("unroll")
#else
#define MEMFOLD_UNROLL _Pragma("GCC unroll 16")
#endif

namespace memfold::index {
namespace {

constexpr std::size_t kLanes = 8;            // int32 per register
constexpr std::size_t kRegisterValues = 16;  // int16 per register
constexpr std::size_t kRegisters = kBlockRows / kLanes;

__m256i load(const std::int16_t* values) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values));
}

/// The first `count` (up to 16) values, zeros after them; reads nothing beyond.
__m256i load_values(const std::int16_t* values, std::size_t count) {
  if (count >= kRegisterValues) return load(values);
  alignas(32) std::int16_t padded[kRegisterValues] = {};
  for (std::size_t i = 0; i < count; ++i) padded[i] = values[i];
  return load(padded);
}

/// 8 registers of 8 lanes: lane j of register i becomes lane i of register j.
void transpose(__m256i (&r)[kLanes]) {
  __m256i t[kLanes];
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < kLanes; i += 2) {
    t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
    t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
  }
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < kLanes; i += 4) {
    r[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
    r[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
    r[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
    r[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
  }
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < 4; ++i) {
    t[i] = _mm256_permute2x128_si256(r[i], r[i + 4], 0x20);
    t[i + 4] = _mm256_permute2x128_si256(r[i], r[i + 4], 0x31);
  }
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < kLanes; ++i) r[i] = t[i];
}

void pack_block(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                std::int16_t* block) {
  const std::size_t pairs = pair_count(dimension);
  for (std::size_t part = 0; part < kBlockRows; part += kLanes) {
    for (std::size_t pair = 0; pair < pairs; pair += kLanes) {
      __m256i r[kLanes];
      MEMFOLD_UNROLL
      for (std::size_t i = 0; i < kLanes; ++i) {
        r[i] = part + i < count
                   ? load_values(rows + (part + i) * dimension + 2 * pair, dimension - 2 * pair)
                   : _mm256_setzero_si256();
      }
      transpose(r);
      std::int16_t* out = block + (pair * kBlockRows + part) * 2;
      MEMFOLD_UNROLL
      for (std::size_t i = 0; i < kLanes; ++i) {
        if (pair + i >= pairs) break;
        _mm256_store_si256(reinterpret_cast<__m256i*>(out + i * kBlockRows * 2), r[i]);
      }
    }
  }
}

/// Q <= 3 queries x 32 rows in 4 Q registers; with a broadcast per query that is all there are.
template <std::size_t Q>
std::uint32_t scan(const std::int32_t* tile, const std::int16_t* block, std::size_t pairs,
                   const std::int32_t* floors, std::int32_t* dots, std::uint32_t* lanes) {
  __m256i sums[Q][kRegisters];
  MEMFOLD_UNROLL
  for (std::size_t q = 0; q < Q; ++q) {
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < kRegisters; ++i) sums[q][i] = _mm256_setzero_si256();
  }
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    __m256i both[Q];
    MEMFOLD_UNROLL
    for (std::size_t q = 0; q < Q; ++q) both[q] = _mm256_set1_epi32(tile[q]);
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < kRegisters; ++i) {
      MEMFOLD_UNROLL
      for (std::size_t q = 0; q < Q; ++q) {
        const __m256i products = _mm256_madd_epi16(both[q], load(block + i * kRegisterValues));
        sums[q][i] = _mm256_add_epi32(sums[q][i], products);
      }
    }
    block += kRegisters * kRegisterValues;
    tile += kTileQueries;
  }
  std::uint32_t found = 0;
  MEMFOLD_UNROLL
  for (std::size_t q = 0; q < Q; ++q) {
    const __m256i floor = _mm256_set1_epi32(floors[q]);
    std::uint32_t below = 0;
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < kRegisters; ++i) {
      const __m256i less = _mm256_cmpgt_epi32(floor, sums[q][i]);
      below |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(less)))
               << (i * kLanes);
    }
    lanes[q] = ~below;
    if (lanes[q] != 0) {
      found |= 1u << q;
      MEMFOLD_UNROLL
      for (std::size_t i = 0; i < kRegisters; ++i) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(dots + q * kBlockRows + i * kLanes),
                            sums[q][i]);
      }
    }
  }
  return found;
}

std::uint32_t scan_block(const std::int32_t* tile, std::size_t queries, const std::int16_t* block,
                         std::size_t pairs, const std::int32_t* floors, std::int32_t* dots,
                         std::uint32_t* lanes) {
  constexpr std::size_t kStep = 3;
  std::uint32_t found = 0;
  for (std::size_t q = 0; q < queries; q += kStep) {
    found |= scan<kStep>(tile + q, block, pairs, floors + q, dots + q * kBlockRows, lanes + q) << q;
  }
  return found & ((1u << queries) - 1);
}

/// The sums of all lanes of four registers.
__m128i sum_lanes(__m256i a, __m256i b, __m256i c, __m256i d) {
  const __m256i abcd = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
  return _mm_add_epi32(_mm256_castsi256_si128(abcd), _mm256_extracti128_si256(abcd, 1));
}

/// A <= 2 rows x 4 rows.
template <std::size_t A>
void multiply(const std::int16_t* a, const std::int16_t* const (&b)[4], std::size_t dimension,
              std::size_t columns, std::int32_t* out, std::size_t stride) {
  __m256i sums[A][4];
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < A; ++i) {
    MEMFOLD_UNROLL
    for (std::size_t j = 0; j < 4; ++j) sums[i][j] = _mm256_setzero_si256();
  }
  const auto add = [&](std::size_t column, auto&& load_part) __attribute__((always_inline)) {
    __m256i queries[A];
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < A; ++i) queries[i] = load_part(a + i * dimension + column);
    MEMFOLD_UNROLL
    for (std::size_t j = 0; j < 4; ++j) {
      const __m256i row = load_part(b[j] + column);
      MEMFOLD_UNROLL
      for (std::size_t i = 0; i < A; ++i) {
        sums[i][j] = _mm256_add_epi32(sums[i][j], _mm256_madd_epi16(queries[i], row));
      }
    }
  };
  std::size_t column = 0;
  for (; column + kRegisterValues <= dimension; column += kRegisterValues) add(column, load);
  if (column < dimension) {
    add(column,
        [&](const std::int16_t* values) { return load_values(values, dimension - column); });
  }
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < A; ++i) {
    alignas(16) std::int32_t four[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(four),
                    sum_lanes(sums[i][0], sums[i][1], sums[i][2], sums[i][3]));
    for (std::size_t j = 0; j < columns; ++j) out[i * stride + j] = four[j];
  }
}

void multiply_rows(const std::int16_t* a, std::size_t na, const std::int16_t* b, std::size_t nb,
                   std::size_t dimension, std::int32_t* out, std::size_t stride) {
  for (std::size_t j = 0; j < nb; j += 4) {
    const std::size_t columns = nb - j < 4 ? nb - j : 4;
    const std::int16_t* rows[4];
    for (std::size_t i = 0; i < 4; ++i) rows[i] = b + (i < columns ? j + i : j) * dimension;
    std::size_t i = 0;
    for (; i + 2 <= na; i += 2) {
      multiply<2>(a + i * dimension, rows, dimension, columns, out + i * stride + j, stride);
    }
    for (; i < na; ++i) {
      multiply<1>(a + i * dimension, rows, dimension, columns, out + i * stride + j, stride);
    }
  }
}

}  // namespace

const Kernels kAvx2Kernels = {"avx2", pack_block, scan_block, multiply_rows};

}  // namespace memfold::index
