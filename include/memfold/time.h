// Points in time and the clock the engine is given.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace memfold {

/// UTC, microseconds since 1970-01-01T00:00:00Z, proleptic Gregorian; years 0001..9999 print.
struct Time {
  std::int64_t micros = 0;
  auto operator<=>(const Time&) const = default;
};

inline constexpr std::int64_t kMicrosPerSecond = 1'000'000;
inline constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;
inline constexpr std::int64_t kMicrosPerDay = 86'400 * kMicrosPerSecond;

/// RFC 3339 in UTC, e.g. 2026-01-22T05:00:00Z; a fraction is printed only when there is one.
std::string to_string(Time time);

/// RFC 3339 with any offset ("2026-01-22T14:00:00+09:00"), or a date alone (midnight UTC).
/// Empty when the text is anything else or out of range.
std::optional<Time> parse_time(std::string_view text);

/// Where "now" comes from. Called from any thread that folds; must be safe for that.
using Clock = std::function<Time()>;

/// The machine's clock.
Clock system_clock();

/// A clock that stands still, for simulations, tests and `--now`.
Clock fixed_clock(Time time);

}  // namespace memfold
#pragma GCC visibility pop
