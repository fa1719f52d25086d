#include <cmath>
#include <cstddef>

#include "memfold/models.h"

namespace memfold {
namespace {

/// Half away from zero, spelt out: the cast cuts towards zero and the rest is exact, so no sum is
/// rounded on the way and no rounding mode matters.
std::int16_t round_to_int16(double value) {
  const auto whole = static_cast<int>(value);
  const double rest = value - whole;
  return static_cast<std::int16_t>(whole + (rest >= 0.5) - (rest <= -0.5));
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
