#include <cmath>
#include <cstddef>

#include "memfold/models.h"

namespace memfold {
namespace {

/// Half away from zero, spelt out so that it depends on no rounding mode.
std::int16_t round_to_int16(double value) {
  return static_cast<std::int16_t>(value >= 0 ? std::floor(value + 0.5) : -std::floor(0.5 - value));
}

}  // namespace

// Rounding moves each component by at most 1/2, so the stored norm is at most
// 2^14 + sqrt(d) / 2 <= 2^14 + 32 at d = 4096: far below 2^14.5, where int32 sums could overflow.
bool quantise_unit(std::span<const float> values, std::span<std::int16_t> out) {
  double square = 0;
  for (const float value : values) square += double(value) * double(value);
  const double norm = std::sqrt(square);
  if (!(norm > 0) || !std::isfinite(norm)) {
    for (std::int16_t& component : out) component = 0;
    return false;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[i] = round_to_int16(double(values[i]) / norm * kVectorScale);
  }
  return true;
}

}  // namespace memfold
