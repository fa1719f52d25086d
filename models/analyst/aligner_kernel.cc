#include "models/analyst/aligner_kernel.h"

#include <cstring>

namespace memfold::models {
namespace {

#define MEMFOLD_INLINE [[gnu::always_inline]] inline

// The compiler makes of these what the function they are inlined into may use.
using Lanes = float __attribute__((vector_size(32)));
constexpr std::size_t kLanes = 8, kBlock = 4;  // four sums of eight columns stay in registers

MEMFOLD_INLINE void add_block(const float* row, std::size_t rows, const float* matrix,
                              std::size_t width, float* sums) {
  Lanes sum[kBlock];
  std::memcpy(sum, sums, sizeof sum);
  for (std::size_t r = 0; r < rows; ++r) {
    if (row[r] == 0) continue;
    const float* weights = matrix + r * width;
    for (std::size_t b = 0; b < kBlock; ++b) {
      Lanes lanes;
      std::memcpy(&lanes, weights + b * kLanes, sizeof lanes);
      sum[b] += lanes * row[r];
    }
  }
  std::memcpy(sums, sum, sizeof sum);
}

MEMFOLD_INLINE void add_blocks(const float* row, std::size_t rows, const float* matrix,
                               std::size_t width, float* sums) {
  for (std::size_t c = 0; c < width; c += kBlock * kLanes) {
    add_block(row, rows, matrix + c, width, sums + c);
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void add_product_wide(const float* row, std::size_t rows,
                                              const float* matrix, std::size_t width, float* sums) {
  add_blocks(row, rows, matrix, width, sums);
}
#endif

using AddProduct = void (*)(const float*, std::size_t, const float*, std::size_t, float*);

AddProduct fastest() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) return add_product_wide;
#endif
  return add_product_plain;
}

}  // namespace

void add_product_plain(const float* row, std::size_t rows, const float* matrix, std::size_t width,
                       float* sums) {
  add_blocks(row, rows, matrix, width, sums);
}

void add_product(const float* row, std::size_t rows, const float* matrix, std::size_t width,
                 float* sums) {
  static const AddProduct chosen = fastest();
  chosen(row, rows, matrix, width, sums);
}

float product(const float* a, const float* b, std::size_t size) {
  Lanes sums{};
  for (std::size_t i = 0; i < size; i += kLanes) {
    Lanes left, right;
    std::memcpy(&left, a + i, sizeof left);
    std::memcpy(&right, b + i, sizeof right);
    sums += left * right;
  }
  float all = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) all += sums[lane];
  return all;
}

}  // namespace memfold::models
