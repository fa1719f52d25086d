#include "models/language/decimal.h"

namespace memfold::models {
namespace {

constexpr int kMaxExponent = 40;

std::optional<std::int64_t> scaled(std::int64_t mantissa, int zeros) {
  for (; zeros > 0; --zeros) {
    if (__builtin_mul_overflow(mantissa, std::int64_t{10}, &mantissa)) return std::nullopt;
  }
  return mantissa;
}

}  // namespace

Decimal Decimal::normal() const {
  if (mantissa == 0) return {};
  Decimal result = *this;
  while (result.mantissa % 10 == 0) {
    result.mantissa /= 10;
    ++result.exponent;
  }
  return result;
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  std::int64_t mantissa = 0;
  int exponent = 0, significant = 0;
  bool dot = false, any = false;
  for (const char c : text) {
    if (c == ',') continue;
    if (c == '.') {
      if (dot) return std::nullopt;
      dot = true;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    any = true;
    significant += mantissa != 0 || c != '0';
    if (significant > 18) return std::nullopt;
    mantissa = mantissa * 10 + (c - '0');
    exponent -= dot;
    if (exponent < -kMaxExponent) return std::nullopt;
  }
  if (!any) return std::nullopt;
  return Decimal{mantissa, exponent}.normal();
}

std::optional<Decimal> Decimal::times(const Decimal& other) const {
  Decimal result;
  if (__builtin_mul_overflow(mantissa, other.mantissa, &result.mantissa)) return std::nullopt;
  result.exponent = exponent + other.exponent;
  if (result.exponent > kMaxExponent || result.exponent < -kMaxExponent) return std::nullopt;
  return result.normal();
}

std::optional<Decimal> Decimal::plus(const Decimal& other) const {
  const int low = exponent < other.exponent ? exponent : other.exponent;
  const auto a = scaled(mantissa, exponent - low), b = scaled(other.mantissa, other.exponent - low);
  Decimal result{0, low};
  if (!a || !b || __builtin_add_overflow(*a, *b, &result.mantissa)) return std::nullopt;
  return result.normal();
}

std::optional<std::int64_t> Decimal::to_integer() const {
  if (exponent < 0) return std::nullopt;
  return scaled(mantissa, exponent);
}

std::string Decimal::to_string() const {
  std::string digits = std::to_string(mantissa < 0 ? -mantissa : mantissa);
  if (exponent >= 0) {
    digits.append(std::size_t(exponent), '0');
  } else {
    const auto places = std::size_t(-exponent);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
  }
  return mantissa < 0 ? "-" + digits : digits;
}

}  // namespace memfold::models
