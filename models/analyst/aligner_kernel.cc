#include "models/analyst/aligner_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/isa.h"

namespace memfold::models {
namespace {

#define MEMFOLD_INLINE [[gnu::always_inline]] inline

void add_products_plain(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
                        float* sums) {
  for (std::size_t i = 0; i < rows.count; ++i, sums += width) {
    for (std::size_t k = 0; k < size; ++k) {
      const float factor = rows.first[i * rows.stride + k];
      for (std::size_t c = 0; c < width; ++c)
        sums[c] = std::fma(matrix[k * width + c], factor, sums[c]);
    }
  }
}

// The compiler makes of these what the function they are inlined into may use.
using Lanes = float __attribute__((vector_size(32)));
constexpr std::size_t kLanes = 8;

MEMFOLD_INLINE void multiply(RowsView rows, std::size_t width, const float* factors, float* out) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    Lanes sums{};
    for (std::size_t c = 0; c < width; c += kLanes) {
      Lanes row, factor;
      std::memcpy(&row, rows.first + i * rows.stride + c, sizeof row);
      std::memcpy(&factor, factors + c, sizeof factor);
      sums += row * factor;
    }
    float all = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) all += sums[lane];
    out[i] = all;
  }
}

MEMFOLD_INLINE void add_numbers(const std::int8_t* row, std::int16_t* sums) {
  for (std::size_t c = 0; c < kUnitRow; ++c) sums[c] = std::int16_t(sums[c] + row[c]);
}

MEMFOLD_INLINE void scale_numbers(const std::int16_t* sums, const float* scale, float factor,
                                  float* row) {
  for (std::size_t c = 0; c < kUnitRow; ++c) row[c] += float(sums[c]) * scale[c] * factor;
}

void products_plain(RowsView rows, std::size_t width, const float* factors, float* out) {
  multiply(rows, width, factors, out);
}
void add_small_plain(const std::int8_t* row, std::int16_t* sums) {
  add_numbers(row, sums);
}
void add_scaled_plain(const std::int16_t* sums, const float* scale, float factor, float* row) {
  scale_numbers(sums, scale, factor, row);
}

constexpr AlignerKernel kPlain{add_products_plain, products_plain, add_small_plain,
                               add_scaled_plain};

#if defined(__x86_64__)
#define MEMFOLD_AVX2 [[gnu::target("avx2,fma")]]
#define MEMFOLD_AVX512 [[gnu::target("avx512f")]]

/// Rows of the matrix that stay in the first cache, a block of columns wide, while all rows of the
/// others pass: far apart, they share half of its places.
constexpr std::size_t kDepth = 96;

/// kMost rows at a time, and what is left by the next numbers, down to 1. No row is left alone
/// where two may go together: it has too few sums for the units that add to stay busy.
template <typename Block, std::size_t kMost, std::size_t... kFewer>
void add_rows(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
              float* sums) {
  constexpr bool kHasHalf = ((kFewer * 2 == kMost + 1) || ...);
  for (; rows.count >= kMost && !(kHasHalf && rows.count == kMost + 1); rows.count -= kMost) {
    Block::template add<kMost>(rows.first, rows.stride, size, matrix, width, sums);
    rows.first += kMost * rows.stride;
    sums += kMost * width;
  }
  if constexpr (sizeof...(kFewer) > 0) add_rows<Block, kFewer...>(rows, size, matrix, width, sums);
}

/// Block by block of the matrix. A sum takes its products in their order whatever the blocks.
template <typename Block, std::size_t... kRows>
void add_products_by_blocks(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
                            float* sums) {
  for (std::size_t k = 0; k < size; k += kDepth) {
    for (std::size_t c = 0; c < width; c += Block::kColumns)
      add_rows<Block, kRows...>({rows.first + k, rows.stride, rows.count},
                                std::min(kDepth, size - k), matrix + k * width + c, width,
                                sums + c);
  }
}

/// Sums that stay in registers: of so many rows, so many columns wide.
template <std::size_t kWidth>
struct BlockAvx2 {
  static constexpr std::size_t kColumns = kWidth;

  template <std::size_t kRows>
  MEMFOLD_AVX2 static void add(const float* rows, std::size_t stride, std::size_t size,
                               const float* matrix, std::size_t width, float* sums) {
    constexpr std::size_t kWide = 8, kBlock = kColumns / kWide;
    __m256 sum[kRows][kBlock];
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t b = 0; b < kBlock; ++b)
        sum[i][b] = _mm256_loadu_ps(sums + i * width + b * kWide);
    }
    for (std::size_t k = 0; k < size; ++k) {
      __m256 factor[kRows];
      for (std::size_t i = 0; i < kRows; ++i) factor[i] = _mm256_set1_ps(rows[i * stride + k]);
      for (std::size_t b = 0; b < kBlock; ++b) {
        const __m256 weights = _mm256_loadu_ps(matrix + k * width + b * kWide);
        for (std::size_t i = 0; i < kRows; ++i)
          sum[i][b] = _mm256_fmadd_ps(weights, factor[i], sum[i][b]);
      }
    }
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t b = 0; b < kBlock; ++b)
        _mm256_storeu_ps(sums + i * width + b * kWide, sum[i][b]);
    }
  }
};

struct BlockAvx512 {
  static constexpr std::size_t kColumns = 64;

  template <std::size_t kRows>
  MEMFOLD_AVX512 static void add(const float* rows, std::size_t stride, std::size_t size,
                                 const float* matrix, std::size_t width, float* sums) {
    constexpr std::size_t kWide = 16, kBlock = kColumns / kWide;
    __m512 sum[kRows][kBlock];
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t b = 0; b < kBlock; ++b)
        sum[i][b] = _mm512_loadu_ps(sums + i * width + b * kWide);
    }
    for (std::size_t k = 0; k < size; ++k) {
      __m512 factor[kRows];
      for (std::size_t i = 0; i < kRows; ++i) factor[i] = _mm512_set1_ps(rows[i * stride + k]);
      for (std::size_t b = 0; b < kBlock; ++b) {
        const __m512 weights = _mm512_loadu_ps(matrix + k * width + b * kWide);
        for (std::size_t i = 0; i < kRows; ++i)
          sum[i][b] = _mm512_fmadd_ps(weights, factor[i], sum[i][b]);
      }
    }
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t b = 0; b < kBlock; ++b)
        _mm512_storeu_ps(sums + i * width + b * kWide, sum[i][b]);
    }
  }
};

MEMFOLD_AVX2 void products_avx2(RowsView rows, std::size_t width, const float* factors,
                                float* out) {
  multiply(rows, width, factors, out);
}
MEMFOLD_AVX2 void add_small_avx2(const std::int8_t* row, std::int16_t* sums) {
  add_numbers(row, sums);
}
MEMFOLD_AVX2 void add_scaled_avx2(const std::int16_t* sums, const float* scale, float factor,
                                  float* row) {
  scale_numbers(sums, scale, factor, row);
}

void add_products_avx2(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
                       float* sums) {
  if (rows.count == 1)
    return add_products_by_blocks<BlockAvx2<64>, 1>(rows, size, matrix, width, sums);
  add_products_by_blocks<BlockAvx2<32>, 3, 2, 1>(rows, size, matrix, width, sums);
}

constexpr AlignerKernel kAvx2{add_products_avx2, products_avx2, add_small_avx2, add_scaled_avx2};
constexpr AlignerKernel kAvx512{add_products_by_blocks<BlockAvx512, 4, 2, 1>, products_avx2,
                                add_small_avx2, add_scaled_avx2};
#endif

std::vector<const AlignerKernel*> aligner_kernels_for(Isa isa) {
  return kernels_up_to<AlignerKernel>(isa, {
    {Isa::Plain, &kPlain},
#if defined(__x86_64__)
        {Isa::Avx2, &kAvx2}, {Isa::Avx512, &kAvx512},
#endif
  });
}

}  // namespace

std::span<const AlignerKernel* const> aligner_kernels() {
  static const std::vector<const AlignerKernel*> kernels = aligner_kernels_for(widest_isa());
  return kernels;
}

const AlignerKernel& aligner_kernel() {
  static const AlignerKernel& chosen = *aligner_kernels_for(active_isa()).back();
  return chosen;
}

}  // namespace memfold::models
