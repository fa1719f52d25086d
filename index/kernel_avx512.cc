// AVX-512 VNNI: vpdpwssd multiplies two pairs and adds both products to a 32-bit lane.
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

constexpr std::size_t kLanes = 16;           // int32 per register
constexpr std::size_t kRegisterValues = 32;  // int16 per register

/// The first `count` (up to 32) values, zeros after them; reads nothing beyond.
__m512i load_values(const std::int16_t* values, std::size_t count) {
  if (count >= kRegisterValues) return _mm512_loadu_si512(values);
  return _mm512_maskz_loadu_epi16((__mmask32{1} << count) - 1, values);
}

/// 16 registers of 16 lanes: lane j of register i becomes lane i of register j.
void transpose(__m512i (&r)[kLanes]) {
  __m512i t[kLanes];
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < kLanes; i += 2) {
    t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
    t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
  }
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < kLanes; i += 4) {
    r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
    r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
    r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
    r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
  }
  // r[4 g + c] now holds, in quarter q, column 4 q + c of rows 4 g .. 4 g + 3.
  MEMFOLD_UNROLL
  for (std::size_t c = 0; c < 4; ++c) {
    const __m512i low01 = _mm512_shuffle_i32x4(r[c], r[4 + c], 0x88);
    const __m512i high01 = _mm512_shuffle_i32x4(r[c], r[4 + c], 0xdd);
    const __m512i low23 = _mm512_shuffle_i32x4(r[8 + c], r[12 + c], 0x88);
    const __m512i high23 = _mm512_shuffle_i32x4(r[8 + c], r[12 + c], 0xdd);
    t[c] = _mm512_shuffle_i32x4(low01, low23, 0x88);
    t[4 + c] = _mm512_shuffle_i32x4(high01, high23, 0x88);
    t[8 + c] = _mm512_shuffle_i32x4(low01, low23, 0xdd);
    t[12 + c] = _mm512_shuffle_i32x4(high01, high23, 0xdd);
  }
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < kLanes; ++i) r[i] = t[i];
}

void pack_block(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                std::int16_t* block) {
  const std::size_t pairs = pair_count(dimension);
  for (std::size_t half = 0; half < kBlockRows; half += kLanes) {
    for (std::size_t pair = 0; pair < pairs; pair += kLanes) {
      __m512i r[kLanes];
      MEMFOLD_UNROLL
      for (std::size_t i = 0; i < kLanes; ++i) {
        r[i] = half + i < count
                   ? load_values(rows + (half + i) * dimension + 2 * pair, dimension - 2 * pair)
                   : _mm512_setzero_si512();
      }
      transpose(r);
      std::int16_t* out = block + (pair * kBlockRows + half) * 2;
      MEMFOLD_UNROLL
      for (std::size_t i = 0; i < kLanes; ++i) {
        if (pair + i < pairs) _mm512_store_si512(out + i * kBlockRows * 2, r[i]);
      }
    }
  }
}

struct Pairs {
  static __m512i add(__m512i sums, __m512i rows, __m512i query) {
    return _mm512_dpwssd_epi32(sums, rows, query);
  }
};
struct Codes {
  static __m512i add(__m512i sums, __m512i rows, __m512i query) {
    return _mm512_dpbusd_epi32(sums, query, rows);
  }
};

/// Q queries x 32 rows in 2 Q registers. `start` is added to the sums of codes; `dots` is for
/// pairs.
template <class Kind, std::size_t Q>
std::uint32_t scan(const std::int32_t* tile, const std::int16_t* block, std::size_t steps,
                   const std::int32_t* start, const std::int32_t* floors, std::int32_t* dots,
                   std::uint32_t* lanes) {
  __m512i low[Q], high[Q];
  MEMFOLD_UNROLL
  for (std::size_t q = 0; q < Q; ++q) low[q] = high[q] = _mm512_setzero_si512();
  for (std::size_t step = 0; step < steps; ++step) {
    const __m512i first = _mm512_load_si512(block);
    const __m512i second = _mm512_load_si512(block + kRegisterValues);
    MEMFOLD_UNROLL
    for (std::size_t q = 0; q < Q; ++q) {
      const __m512i query = _mm512_set1_epi32(tile[q]);
      low[q] = Kind::add(low[q], first, query);
      high[q] = Kind::add(high[q], second, query);
    }
    block += 2 * kRegisterValues;
    tile += kTileQueries;
  }
  std::uint32_t found = 0;
  MEMFOLD_UNROLL
  for (std::size_t q = 0; q < Q; ++q) {
    if (start != nullptr) {
      low[q] = _mm512_add_epi32(low[q], _mm512_load_si512(start));
      high[q] = _mm512_add_epi32(high[q], _mm512_load_si512(start + kLanes));
    }
    const __m512i floor = _mm512_set1_epi32(floors[q]);
    const std::uint32_t below = _mm512_cmpge_epi32_mask(low[q], floor);
    const std::uint32_t above = _mm512_cmpge_epi32_mask(high[q], floor);
    lanes[q] = below | above << kLanes;
    if (lanes[q] == 0) continue;
    found |= 1u << q;
    if (dots == nullptr) continue;
    _mm512_storeu_si512(dots + q * kBlockRows, low[q]);
    _mm512_storeu_si512(dots + q * kBlockRows + kLanes, high[q]);
  }
  return found;
}

std::uint32_t scan_block(const std::int32_t* tile, std::size_t queries, const std::int16_t* block,
                         std::size_t pairs, const std::int32_t* floors, std::int32_t* dots,
                         std::uint32_t* lanes) {
  // The queries a narrower tile has too many are zero columns of the tile, cut off here.
  const std::uint32_t wanted = (1u << queries) - 1;
  if (queries <= 4)
    return scan<Pairs, 4>(tile, block, pairs, nullptr, floors, dots, lanes) & wanted;
  if (queries <= 8)
    return scan<Pairs, 8>(tile, block, pairs, nullptr, floors, dots, lanes) & wanted;
  return scan<Pairs, 12>(tile, block, pairs, nullptr, floors, dots, lanes) & wanted;
}

std::uint32_t scan_codes(const std::int32_t* tile, std::size_t queries, const std::int16_t* block,
                         std::size_t quads, const CodeSummary* summary, const std::int32_t* floors,
                         std::uint32_t* lanes) {
  return scan<Codes, 12>(tile, block, quads, summary->start, floors, nullptr, lanes) &
         ((1u << queries) - 1);
}

constexpr std::int32_t kQueryBias = 128;

/// The scale at which the largest magnitude of all values stays within the range.
std::int32_t scale_for(const std::int16_t* values, std::size_t count, CodeRange range) {
  __m512i most = _mm512_setzero_si512(), least = most;
  for (std::size_t i = 0; i < count; i += kRegisterValues) {
    const __m512i part = load_values(values + i, count - i);
    most = _mm512_max_epi16(most, part);
    least = _mm512_min_epi16(least, part);
  }
  // As int32, so that the magnitude of -32768 is there.
  most = _mm512_max_epi32(_mm512_srai_epi32(most, 16),
                          _mm512_srai_epi32(_mm512_slli_epi32(most, 16), 16));
  least = _mm512_min_epi32(_mm512_srai_epi32(least, 16),
                           _mm512_srai_epi32(_mm512_slli_epi32(least, 16), 16));
  const std::int32_t above = _mm512_reduce_max_epi32(most);
  const std::int32_t below = -_mm512_reduce_min_epi32(least);
  const std::int32_t scale = ((above > below ? above : below) + range.limit - 1) / range.limit;
  return scale > range.least_scale ? scale : range.least_scale;
}

void encode_rows(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                 CodeRange range, std::int8_t* codes, CodeSummary* summary) {
  const std::int32_t scale = scale_for(rows, count * dimension, range);
  // vpmulhrsw: value * reciprocal / 2^15, rounded. Rounded down, so that no code exceeds the limit.
  const __m512i reciprocal = _mm512_set1_epi16(static_cast<std::int16_t>(32768 / scale));
  const __m512i scales = _mm512_set1_epi16(static_cast<std::int16_t>(scale));
  const __m512i ones = _mm512_set1_epi16(1);
  *summary = {};
  summary->scale = scale;
  for (std::size_t row = 0; row < count; ++row) {
    __m512i squares = _mm512_setzero_si512(), residuals = squares, sums = squares;
    for (std::size_t column = 0; column < dimension; column += kRegisterValues) {
      const __m512i values = load_values(rows + row * dimension + column, dimension - column);
      const __m512i code = _mm512_mulhrs_epi16(values, reciprocal);
      const __m512i residual = _mm512_sub_epi16(values, _mm512_mullo_epi16(code, scales));
      squares = _mm512_dpwssd_epi32(squares, code, code);
      residuals = _mm512_dpwssd_epi32(residuals, residual, residual);
      sums = _mm512_dpwssd_epi32(sums, code, ones);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(codes + row * code_bytes(dimension) + column),
                          _mm512_cvtepi16_epi8(code));
    }
    const auto square = static_cast<std::uint32_t>(_mm512_reduce_add_epi32(squares));
    const auto residual = static_cast<std::uint32_t>(_mm512_reduce_add_epi32(residuals));
    if (square > summary->code_square) summary->code_square = square;
    if (residual > summary->residual_square) summary->residual_square = residual;
    summary->start[row] = -kQueryBias * _mm512_reduce_add_epi32(sums);
  }
}

/// The sums of all lanes of four registers.
__m128i sum_lanes(__m512i a, __m512i b, __m512i c, __m512i d) {
  const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
  const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
  const __m512i abcd =
      _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
  const __m256i halves =
      _mm256_add_epi32(_mm512_castsi512_si256(abcd), _mm512_extracti64x4_epi64(abcd, 1));
  return _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
}

/// A rows x 4 rows.
template <std::size_t A>
void multiply(const std::int16_t* a, const std::int16_t* const (&b)[4], std::size_t dimension,
              std::size_t columns, std::int32_t* out, std::size_t stride) {
  __m512i sums[A][4];
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < A; ++i) {
    MEMFOLD_UNROLL
    for (std::size_t j = 0; j < 4; ++j) sums[i][j] = _mm512_setzero_si512();
  }
  const auto add = [&](std::size_t column, __mmask32 mask) __attribute__((always_inline)) {
    __m512i rows[4];
    MEMFOLD_UNROLL
    for (std::size_t j = 0; j < 4; ++j) rows[j] = _mm512_maskz_loadu_epi16(mask, b[j] + column);
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < A; ++i) {
      const __m512i query = _mm512_maskz_loadu_epi16(mask, a + i * dimension + column);
      MEMFOLD_UNROLL
      for (std::size_t j = 0; j < 4; ++j) {
        sums[i][j] = _mm512_dpwssd_epi32(sums[i][j], query, rows[j]);
      }
    }
  };
  std::size_t column = 0;
  for (; column + kRegisterValues <= dimension; column += kRegisterValues)
    add(column, ~__mmask32{0});
  if (column < dimension) add(column, (__mmask32{1} << (dimension - column)) - 1);
  const auto wanted = static_cast<__mmask8>((1u << columns) - 1);
  MEMFOLD_UNROLL
  for (std::size_t i = 0; i < A; ++i) {
    _mm_mask_storeu_epi32(out + i * stride, wanted,
                          sum_lanes(sums[i][0], sums[i][1], sums[i][2], sums[i][3]));
  }
}

std::int32_t multiply_one(const std::int16_t* a, const std::int16_t* b, std::size_t dimension) {
  __m512i even = _mm512_setzero_si512(), odd = even;
  std::size_t column = 0;
  for (; column + 2 * kRegisterValues <= dimension; column += 2 * kRegisterValues) {
    even =
        _mm512_dpwssd_epi32(even, _mm512_loadu_si512(a + column), _mm512_loadu_si512(b + column));
    odd = _mm512_dpwssd_epi32(odd, _mm512_loadu_si512(a + column + kRegisterValues),
                              _mm512_loadu_si512(b + column + kRegisterValues));
  }
  for (; column < dimension; column += kRegisterValues) {
    even = _mm512_dpwssd_epi32(even, load_values(a + column, dimension - column),
                               load_values(b + column, dimension - column));
  }
  return _mm512_reduce_add_epi32(_mm512_add_epi32(even, odd));
}

void multiply_rows(const std::int16_t* a, std::size_t na, const std::int16_t* b, std::size_t nb,
                   std::size_t dimension, std::int32_t* out, std::size_t stride) {
  if (na == 1 && nb == 1) {
    *out = multiply_one(a, b, dimension);
    return;
  }
  for (std::size_t j = 0; j < nb; j += 4) {
    const std::size_t columns = nb - j < 4 ? nb - j : 4;
    const std::int16_t* rows[4];
    for (std::size_t i = 0; i < 4; ++i) rows[i] = b + (i < columns ? j + i : j) * dimension;
    std::size_t i = 0;
    for (; i + 4 <= na; i += 4) {
      multiply<4>(a + i * dimension, rows, dimension, columns, out + i * stride + j, stride);
    }
    for (; i < na; ++i) {
      multiply<1>(a + i * dimension, rows, dimension, columns, out + i * stride + j, stride);
    }
  }
}

}  // namespace

const Kernels kAvx512VnniKernels = {"avx512-vnni", pack_block, scan_block,  multiply_rows, 127,
                                    kQueryBias,    0,          encode_rows, scan_codes};

}  // namespace memfold::index
