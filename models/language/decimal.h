// Exact decimal numbers: amounts are compared as written, never through floating point.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace memfold::models {

/// mantissa * 10^exponent, mantissa without trailing zeros (zero is 0 * 10^0).
struct Decimal {
  std::int64_t mantissa = 0;
  int exponent = 0;
  bool operator==(const Decimal&) const = default;

  /// Digits with commas (ignored) and at most one dot. Empty when it is anything else or has more
  /// than 18 significant digits.
  static std::optional<Decimal> parse(std::string_view text);
  static Decimal of(std::int64_t value) { return Decimal{value, 0}.normal(); }

  /// Empty on overflow.
  std::optional<Decimal> times(const Decimal& other) const;
  std::optional<Decimal> plus(const Decimal& other) const;
  std::optional<std::int64_t> to_integer() const;  ///< empty when not whole or too large
  std::string to_string() const;                   ///< plain digits, "0.035", "50000000"

 private:
  Decimal normal() const;
};

}  // namespace memfold::models
