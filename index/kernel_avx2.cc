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

struct Pairs {
  static __m256i add(__m256i sums, __m256i rows, __m256i query) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(query, rows));
  }
  static __m256i finish(__m256i sums, const std::int32_t*, std::size_t) { return sums; }
};
/// Codes are summed in 16 bits, two sums a row. A product of two codes does not saturate (127 x 127
/// twice), and where the squares on either side sum to less than 2^15, neither sum can leave 16
/// bits in the end (Cauchy-Schwarz); on the way both may wrap.
struct Codes {
  static __m256i add(__m256i sums, __m256i rows, __m256i query) {
    return _mm256_add_epi16(sums, _mm256_maddubs_epi16(query, rows));
  }
  static __m256i finish(__m256i sums, const std::int32_t* start, std::size_t lane) {
    const __m256i halves =
        _mm256_add_epi16(sums, _mm256_load_si256(reinterpret_cast<const __m256i*>(start + lane)));
    return _mm256_madd_epi16(halves, _mm256_set1_epi16(1));
  }
};

/// Q <= 3 queries x 32 rows in 4 Q registers; with a broadcast per query that is all there are.
/// `start` is for codes, `dots` for pairs.
template <class Kind, std::size_t Q>
std::uint32_t scan(const std::int32_t* tile, const std::int16_t* block, std::size_t steps,
                   const std::int32_t* start, const std::int32_t* floors, std::int32_t* dots,
                   std::uint32_t* lanes) {
  __m256i sums[Q][kRegisters];
  MEMFOLD_UNROLL
  for (std::size_t q = 0; q < Q; ++q) {
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < kRegisters; ++i) sums[q][i] = _mm256_setzero_si256();
  }
  for (std::size_t step = 0; step < steps; ++step) {
    __m256i queries[Q];
    MEMFOLD_UNROLL
    for (std::size_t q = 0; q < Q; ++q) queries[q] = _mm256_set1_epi32(tile[q]);
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < kRegisters; ++i) {
      MEMFOLD_UNROLL
      for (std::size_t q = 0; q < Q; ++q) {
        sums[q][i] = Kind::add(sums[q][i], load(block + i * kRegisterValues), queries[q]);
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
      sums[q][i] = Kind::finish(sums[q][i], start, i * kLanes);
      const __m256i less = _mm256_cmpgt_epi32(floor, sums[q][i]);
      below |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(less)))
               << (i * kLanes);
    }
    lanes[q] = ~below;
    if (lanes[q] == 0) continue;
    found |= 1u << q;
    if (dots == nullptr) continue;
    MEMFOLD_UNROLL
    for (std::size_t i = 0; i < kRegisters; ++i) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(dots + q * kBlockRows + i * kLanes),
                          sums[q][i]);
    }
  }
  return found;
}

constexpr std::size_t kStep = 3;

std::uint32_t scan_block(const std::int32_t* tile, std::size_t queries, const std::int16_t* block,
                         std::size_t pairs, const std::int32_t* floors, std::int32_t* dots,
                         std::uint32_t* lanes) {
  std::uint32_t found = 0;
  for (std::size_t q = 0; q < queries; q += kStep) {
    found |= scan<Pairs, kStep>(tile + q, block, pairs, nullptr, floors + q, dots + q * kBlockRows,
                                lanes + q)
             << q;
  }
  return found & ((1u << queries) - 1);
}

std::uint32_t scan_codes(const std::int32_t* tile, std::size_t queries, const std::int16_t* block,
                         std::size_t quads, const CodeSummary* summary, const std::int32_t* floors,
                         std::uint32_t* lanes) {
  std::uint32_t found = 0;
  for (std::size_t q = 0; q < queries; q += kStep) {
    found |=
        scan<Codes, kStep>(tile + q, block, quads, summary->start, floors + q, nullptr, lanes + q)
        << q;
  }
  return found & ((1u << queries) - 1);
}

constexpr std::int32_t kQueryBias = 64;

std::int32_t sum_of(__m256i values) {
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
  return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}

/// The scale at which the largest magnitude of all values stays within the range.
std::int32_t scale_for(const std::int16_t* values, std::size_t count, CodeRange range) {
  __m256i most = _mm256_setzero_si256(), least = most;
  for (std::size_t i = 0; i < count; i += kRegisterValues) {
    const __m256i part = load_values(values + i, count - i);
    most = _mm256_max_epi16(most, part);
    least = _mm256_min_epi16(least, part);
  }
  alignas(32) std::int16_t mosts[kRegisterValues], leasts[kRegisterValues];
  _mm256_store_si256(reinterpret_cast<__m256i*>(mosts), most);
  _mm256_store_si256(reinterpret_cast<__m256i*>(leasts), least);
  std::int32_t magnitude = 0;
  for (std::size_t i = 0; i < kRegisterValues; ++i) {
    if (mosts[i] > magnitude) magnitude = mosts[i];
    if (-leasts[i] > magnitude) magnitude = -leasts[i];
  }
  const std::int32_t scale = (magnitude + range.limit - 1) / range.limit;
  return scale > range.least_scale ? scale : range.least_scale;
}

void encode_rows(const std::int16_t* rows, std::size_t count, std::size_t dimension,
                 CodeRange range, std::int8_t* codes, CodeSummary* summary) {
  const std::int32_t scale = scale_for(rows, count * dimension, range);
  // vpmulhrsw: value * reciprocal / 2^15, rounded. Rounded down, so that no code exceeds the limit.
  const __m256i reciprocal = _mm256_set1_epi16(static_cast<std::int16_t>(32768 / scale));
  const __m256i scales = _mm256_set1_epi16(static_cast<std::int16_t>(scale));
  const __m256i ones = _mm256_set1_epi16(1), odd = _mm256_set1_epi64x(-1ll << 32);
  *summary = {};
  summary->scale = scale;
  for (std::size_t row = 0; row < count; ++row) {
    __m256i squares = _mm256_setzero_si256(), residuals = squares, sums = squares;
    for (std::size_t column = 0; column < dimension; column += kRegisterValues) {
      const __m256i values = load_values(rows + row * dimension + column, dimension - column);
      const __m256i code = _mm256_mulhrs_epi16(values, reciprocal);
      const __m256i residual = _mm256_sub_epi16(values, _mm256_mullo_epi16(code, scales));
      squares = _mm256_add_epi32(squares, _mm256_madd_epi16(code, code));
      residuals = _mm256_add_epi32(residuals, _mm256_madd_epi16(residual, residual));
      sums = _mm256_add_epi32(sums, _mm256_madd_epi16(code, ones));
      _mm_storeu_si128(
          reinterpret_cast<__m128i*>(codes + row * code_bytes(dimension) + column),
          _mm_packs_epi16(_mm256_castsi256_si128(code), _mm256_extracti128_si256(code, 1)));
    }
    const auto square = static_cast<std::uint32_t>(sum_of(squares));
    const auto residual = static_cast<std::uint32_t>(sum_of(residuals));
    if (square > summary->code_square) summary->code_square = square;
    if (residual > summary->residual_square) summary->residual_square = residual;
    // Two sums of 16 bits a row, one of each half of its quads.
    const auto second = static_cast<std::uint32_t>(sum_of(_mm256_and_si256(sums, odd)));
    const auto first = static_cast<std::uint32_t>(sum_of(sums)) - second;
    const std::uint32_t low = (0u - kQueryBias * first) & 0xffffu, high = 0u - kQueryBias * second;
    summary->start[row] = static_cast<std::int32_t>(low | high << 16);
  }
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

std::int32_t multiply_one(const std::int16_t* a, const std::int16_t* b, std::size_t dimension) {
  __m256i even = _mm256_setzero_si256(), odd = even;
  std::size_t column = 0;
  for (; column + 2 * kRegisterValues <= dimension; column += 2 * kRegisterValues) {
    even = _mm256_add_epi32(even, _mm256_madd_epi16(load(a + column), load(b + column)));
    odd = _mm256_add_epi32(odd, _mm256_madd_epi16(load(a + column + kRegisterValues),
                                                  load(b + column + kRegisterValues)));
  }
  for (; column < dimension; column += kRegisterValues) {
    even = _mm256_add_epi32(even, _mm256_madd_epi16(load_values(a + column, dimension - column),
                                                    load_values(b + column, dimension - column)));
  }
  return sum_of(_mm256_add_epi32(even, odd));
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
    for (; i + 2 <= na; i += 2) {
      multiply<2>(a + i * dimension, rows, dimension, columns, out + i * stride + j, stride);
    }
    for (; i < na; ++i) {
      multiply<1>(a + i * dimension, rows, dimension, columns, out + i * stride + j, stride);
    }
  }
}

}  // namespace

const Kernels kAvx2Kernels = {"avx2",     pack_block, scan_block,  multiply_rows, 63,
                              kQueryBias, 32767,      encode_rows, scan_codes};

}  // namespace memfold::index
