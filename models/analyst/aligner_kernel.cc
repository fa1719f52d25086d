#include "models/analyst/aligner_kernel.h"

#include <cstring>

namespace memfold::models {
namespace {

#define MEMFOLD_INLINE [[gnu::always_inline]] inline

// The compiler makes of these what the function they are inlined into may use.
using Lanes = float __attribute__((vector_size(32)));
constexpr std::size_t kLanes = 8, kBlock = 4;  // four sums of eight columns stay in registers
constexpr std::size_t kTableRow = 64;

MEMFOLD_INLINE void load(const float* values, Lanes& lanes) {
  std::memcpy(&lanes, values, sizeof lanes);
}

/// kRows rows at once, so that the next product need not wait for the sum before.
template <std::size_t kRows>
MEMFOLD_INLINE void add_block(const float* rows, std::size_t stride, std::size_t size,
                              const float* matrix, std::size_t width, float* sums) {
  Lanes sum[kRows][kBlock];
  for (std::size_t i = 0; i < kRows; ++i) std::memcpy(sum[i], sums + i * width, sizeof sum[i]);
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t b = 0; b < kBlock; ++b) {
      Lanes weights;
      load(matrix + k * width + b * kLanes, weights);
      for (std::size_t i = 0; i < kRows; ++i) sum[i][b] += weights * rows[i * stride + k];
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) std::memcpy(sums + i * width, sum[i], sizeof sum[i]);
}

MEMFOLD_INLINE void add_blocks(RowsView rows, std::size_t size, const float* matrix,
                               std::size_t width, float* sums) {
  for (std::size_t c = 0; c < width; c += kBlock * kLanes) {
    std::size_t i = 0;
    for (; i + 2 <= rows.count; i += 2) {
      add_block<2>(rows.first + i * rows.stride, rows.stride, size, matrix + c, width,
                   sums + i * width + c);
    }
    if (i < rows.count) {
      add_block<1>(rows.first + i * rows.stride, rows.stride, size, matrix + c, width,
                   sums + i * width + c);
    }
  }
}

MEMFOLD_INLINE void multiply(RowsView rows, const float* factors, float* out) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    Lanes sums{};
    for (std::size_t c = 0; c < kTableRow; c += kLanes) {
      Lanes row, factor;
      load(rows.first + i * rows.stride + c, row);
      load(factors + c, factor);
      sums += row * factor;
    }
    float all = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) all += sums[lane];
    out[i] = all;
  }
}

MEMFOLD_INLINE void add_characters(const char* row, std::int16_t* sums) {
  for (std::size_t c = 0; c < kTableRow; ++c) sums[c] = std::int16_t(sums[c] + row[c]);
}

MEMFOLD_INLINE void scale_characters(const std::int16_t* sums, std::int16_t zero,
                                     const float* scale, float factor, float* row) {
  for (std::size_t c = 0; c < kTableRow; ++c) {
    row[c] += float(std::int16_t(sums[c] - zero)) * scale[c] * factor;
  }
}

void add_products_plain(RowsView rows, std::size_t size, const float* matrix, std::size_t width,
                        float* sums) {
  add_blocks(rows, size, matrix, width, sums);
}
void products_plain(RowsView rows, const float* factors, float* out) {
  multiply(rows, factors, out);
}
void add_written_plain(const char* row, std::int16_t* sums) {
  add_characters(row, sums);
}

void add_scaled_plain(const std::int16_t* sums, std::int16_t zero, const float* scale, float factor,
                      float* row) {
  scale_characters(sums, zero, scale, factor, row);
}

constexpr AlignerKernel kPlain{add_products_plain, products_plain, add_written_plain,
                               add_scaled_plain};

#if defined(__x86_64__)
[[gnu::target("avx2")]] void add_products_wide(RowsView rows, std::size_t size, const float* matrix,
                                               std::size_t width, float* sums) {
  add_blocks(rows, size, matrix, width, sums);
}
[[gnu::target("avx2")]] void products_wide(RowsView rows, const float* factors, float* out) {
  multiply(rows, factors, out);
}
[[gnu::target("avx2")]] void add_written_wide(const char* row, std::int16_t* sums) {
  add_characters(row, sums);
}

[[gnu::target("avx2")]] void add_scaled_wide(const std::int16_t* sums, std::int16_t zero,
                                             const float* scale, float factor, float* row) {
  scale_characters(sums, zero, scale, factor, row);
}

constexpr AlignerKernel kWide{add_products_wide, products_wide, add_written_wide, add_scaled_wide};
#endif

const AlignerKernel& fastest() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) return kWide;
#endif
  return kPlain;
}

}  // namespace

const AlignerKernel& aligner_kernel() {
  static const AlignerKernel& chosen = fastest();
  return chosen;
}

const AlignerKernel& plain_aligner_kernel() {
  return kPlain;
}

}  // namespace memfold::models
