#include "memfold/time.h"

#include <algorithm>
#include <chrono>

#include "core/printed.h"

namespace memfold {
namespace {

namespace chrono = std::chrono;

constexpr Time kEarliest{-62'135'596'800 * kMicrosPerSecond};    // 0001-01-01T00:00:00Z
constexpr Time kLatest{253'402'300'800 * kMicrosPerSecond - 1};  // 9999-12-31T23:59:59.999999Z

/// Reads exactly `digits` decimal digits at the front of `text` and drops them.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take_char(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// Fraction of a second in micros; digits past the sixth are dropped.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
  std::int64_t micros = 0;
  int digits = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    if (digits < 6) micros = micros * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  for (; digits < 6; ++digits) micros *= 10;
  return micros;
}

/// "Z" or "+09:00"; minutes east of UTC.
std::optional<int> take_offset(std::string_view& text) {
  if (take_char(text, "Zz")) return 0;
  const bool east = !text.empty() && text.front() == '+';
  if (!take_char(text, "+-")) return std::nullopt;
  const auto hours = take_number(text, 2);
  if (!hours || !take_char(text, ":")) return std::nullopt;
  const auto minutes = take_number(text, 2);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return (east ? 1 : -1) * (*hours * 60 + *minutes);
}

std::optional<std::int64_t> take_days(std::string_view& text) {
  const auto year = take_number(text, 4);
  if (!year || !take_char(text, "-")) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take_char(text, "-")) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const chrono::year_month_day date{chrono::year{*year}, chrono::month(unsigned(*month)),
                                    chrono::day(unsigned(*day))};
  if (!date.ok()) return std::nullopt;
  return chrono::sys_days{date}.time_since_epoch().count();
}

struct TimeOfDay {
  std::int64_t micros;
  int offset_minutes;
};

std::optional<TimeOfDay> take_time_of_day(std::string_view& text) {
  const auto hour = take_number(text, 2);
  if (!hour || !take_char(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || !take_char(text, ":")) return std::nullopt;
  const auto second = take_number(text, 2);
  // A leap second (60) is accepted and read as the second after.
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  std::int64_t fraction = 0;
  if (take_char(text, ".")) {
    const auto parsed = take_fraction(text);
    if (!parsed) return std::nullopt;
    fraction = *parsed;
  }
  const auto offset = take_offset(text);
  if (!offset) return std::nullopt;
  const std::int64_t seconds = *hour * 3600 + *minute * 60 + *second;
  return TimeOfDay{seconds * kMicrosPerSecond + fraction, *offset};
}

/// So many decimal digits and a character behind them; the place after it.
char* put_number(char* to, unsigned value, int digits, char behind) {
  for (int i = digits; i-- > 0; value /= 10) to[i] = char('0' + value % 10);
  to[digits] = behind;
  return to + digits + 1;
}

}  // namespace

std::string_view printed(Time time, PrintedTime& buffer) {
  time = std::clamp(time, kEarliest, kLatest);
  const chrono::sys_time<chrono::microseconds> point{chrono::microseconds{time.micros}};
  const auto day = chrono::floor<chrono::days>(point);
  const chrono::year_month_day date{day};
  const chrono::hh_mm_ss clock{point - day};
  char* to = put_number(buffer.data(), unsigned(int(date.year())), 4, '-');
  to = put_number(to, unsigned(date.month()), 2, '-');
  to = put_number(to, unsigned(date.day()), 2, 'T');
  to = put_number(to, unsigned(clock.hours().count()), 2, ':');
  to = put_number(to, unsigned(clock.minutes().count()), 2, ':');
  const auto fraction = unsigned(clock.subseconds().count());
  to = put_number(to, unsigned(clock.seconds().count()), 2, fraction == 0 ? 'Z' : '.');
  if (fraction != 0) to = put_number(to, fraction, 6, 'Z');
  return {buffer.data(), std::size_t(to - buffer.data())};
}

std::string to_string(Time time) {
  PrintedTime buffer;
  return std::string(printed(time, buffer));
}

std::optional<Time> parse_time(std::string_view text) {
  const auto days = take_days(text);
  if (!days) return std::nullopt;
  Time time{*days * kMicrosPerDay};
  if (!text.empty()) {
    if (!take_char(text, "Tt ")) return std::nullopt;
    const auto clock = take_time_of_day(text);
    if (!clock || !text.empty()) return std::nullopt;
    time.micros += clock->micros - clock->offset_minutes * 60 * kMicrosPerSecond;
  }
  if (time < kEarliest || time > kLatest) return std::nullopt;
  return time;
}

Clock system_clock() {
  return [] {
    const auto now = chrono::system_clock::now().time_since_epoch();
    return Time{chrono::duration_cast<chrono::microseconds>(now).count()};
  };
}

Clock fixed_clock(Time time) {
  return [time] { return time; };
}

}  // namespace memfold
