#include "models/meaning_kernel.h"

#include <array>
#include <vector>

#include "core/isa.h"

namespace memfold::models {
namespace {

constexpr std::size_t kRow = PieceRows::kDimension;

// The compiler makes of these what the function they are inlined into may use.
[[gnu::always_inline]] inline std::int32_t dot_of(const std::int16_t* a, const std::int16_t* b) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < kRow; ++i) sum += std::int32_t(a[i]) * b[i];
  return sum;
}
[[gnu::always_inline]] inline void add_to(const std::int16_t* direction, double scale, double* to) {
  for (std::size_t i = 0; i < kRow; ++i) to[i] += scale * direction[i];
}
[[gnu::always_inline]] inline double product_of(const double* a, const double* b) {
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < kRow; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

std::int32_t dot_plain(const std::int16_t* a, const std::int16_t* b) {
  return dot_of(a, b);
}
void add_plain(const std::int16_t* direction, double scale, double* to) {
  add_to(direction, scale, to);
}
double product_plain(const double* a, const double* b) {
  return product_of(a, b);
}
constexpr MeaningKernel kPlainMeaning{dot_plain, add_plain, product_plain};

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::int32_t dot_avx2(const std::int16_t* a, const std::int16_t* b) {
  return dot_of(a, b);
}
[[gnu::target("avx2")]] void add_avx2(const std::int16_t* direction, double scale, double* to) {
  add_to(direction, scale, to);
}
[[gnu::target("avx2")]] double product_avx2(const double* a, const double* b) {
  return product_of(a, b);
}
constexpr MeaningKernel kAvx2Meaning{dot_avx2, add_avx2, product_avx2};
#endif

std::vector<const MeaningKernel*> meaning_kernels_for(Isa isa) {
  return kernels_up_to<MeaningKernel>(isa, {
    {Isa::Plain, &kPlainMeaning},
#if defined(__x86_64__)
        {Isa::Avx2, &kAvx2Meaning},
#endif
  });
}

}  // namespace

std::span<const MeaningKernel* const> meaning_kernels() {
  static const std::vector<const MeaningKernel*> kernels = meaning_kernels_for(widest_isa());
  return kernels;
}

const MeaningKernel& meaning_kernel() {
  static const MeaningKernel& chosen = *meaning_kernels_for(active_isa()).back();
  return chosen;
}

}  // namespace memfold::models
