#include "core/portable_math.h"

#include <cmath>
#include <limits>

namespace memfold {
namespace {

// ln 2 in two parts: the first has enough trailing zeros that its product with an exponent is
// exact (Cody and Waite, Software Manual for the Elementary Functions, 1980).
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kLn2 = 0x1.62e42fefa39efp-1;

}  // namespace

double portable_exp(double x) {
  if (x > 709.7) return std::numeric_limits<double>::infinity();
  if (x < -708) return 0;
  const double scale = std::floor(x / kLn2 + 0.5);
  const double rest = (x - scale * kLn2High) - scale * kLn2Low;  // at most ln 2 / 2
  // Taylor's series in Horner's form; its next term is below 1e-19.
  double sum = 1;
  for (int n = 15; n > 0; --n) sum = 1 + sum * rest / n;
  return std::ldexp(sum, int(scale));
}

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // [0.5, 1)
  if (mantissa < 0.7071067811865476) {
    mantissa *= 2;
    --exponent;
  }
  // log m = 2 atanh((m - 1) / (m + 1)), where the argument is at most 0.172.
  const double ratio = (mantissa - 1) / (mantissa + 1), square = ratio * ratio;
  double sum = 0;
  for (int n = 25; n > 0; n -= 2) sum = sum * square + 1.0 / n;
  return exponent * kLn2High + (exponent * kLn2Low + 2 * ratio * sum);
}

double portable_pow(double x, double y) {
  return portable_exp(y * portable_log(x));
}

}  // namespace memfold
