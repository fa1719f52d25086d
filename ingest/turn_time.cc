#include "ingest/turn_time.h"

#include <re2/re2.h>

#include <charconv>
#include <cmath>
#include <string>

#include "core/re2_text.h"
#include "core/text.h"
#include "ingest/mail_date.h"
#include "ingest/written_date.h"

namespace memfold::ingest {
namespace {

constexpr double kFirstEpochSecond = 1e8, kFirstEpochMilli = 1e11;
constexpr std::int64_t kEnd = 7'258'118'400 * kMicrosPerSecond;  // 2200-01-01
constexpr std::size_t kMaxTimeBytes = 128;

std::optional<TurnTime> in_range(TurnTime time) {
  if (time.micros < 0 || time.micros >= kEnd) return std::nullopt;
  return time;
}

std::optional<TurnTime> day_and_clock(std::string_view text) {
  static const RE2 kForm(
      R"((\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s?(Z|z|[+-]\d{2}:?\d{2}|[A-Z]{2,4})?)?)");
  std::string day, clock, seconds, fraction, zone;
  if (!RE2::FullMatch(re2_text(text), kForm, &day, &clock, &seconds, &fraction, &zone)) {
    return std::nullopt;
  }
  if (clock.empty()) clock = "00:00";
  if (seconds.empty()) seconds = ":00";
  if (!fraction.empty()) fraction.insert(0, 1, '.');
  const auto time = parse_time(day + "T" + clock + seconds + fraction + "Z");
  if (!time) return std::nullopt;
  if (zone.empty()) return in_range({TurnTime::Kind::Local, time->micros});
  if (zone == "Z" || zone == "z") return in_range({TurnTime::Kind::Absolute, time->micros});
  const auto offset = zone[0] == '+' || zone[0] == '-' ? parse_utc_offset(zone) : named_zone(zone);
  if (!offset) return std::nullopt;
  return in_range({TurnTime::Kind::Absolute, time->micros - *offset * kMicrosPerMinute, offset});
}

std::optional<TurnTime> since_beginning(std::string_view text) {
  static const RE2 kForm(R"((?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,6}))?)");
  std::string hours, fraction;
  int minutes = 0, seconds = 0;
  if (!RE2::FullMatch(re2_text(text), kForm, &hours, &minutes, &seconds, &fraction)) {
    return std::nullopt;
  }
  if (seconds > 59 || (!hours.empty() && minutes > 59)) return std::nullopt;
  fraction.resize(6, '0');
  const std::int64_t whole =
      (hours.empty() ? 0 : std::stoll(hours) * 3600) + minutes * 60 + seconds;
  TurnTime time{TurnTime::Kind::Relative, whole * kMicrosPerSecond + std::stoll(fraction)};
  time.two_parts = hours.empty();
  return time;
}

/// "오후 2시" and "3 pm" with their minutes, a day alone with midnight.
std::string with_minutes(std::string_view text) {
  static const RE2 kKorean(R"((\d{1,2})\s?시(\s|$))");
  static const RE2 kWestern(R"((?i)\b(\d{1,2})\s?([ap]m)\b)");
  std::string full(text);
  if (!RE2::Replace(&full, kKorean, "\\1:00\\2") && !RE2::Replace(&full, kWestern, "\\1:00 \\2")) {
    full += " 00:00";
  }
  return full;
}

std::optional<TurnTime> written(std::string_view as_said) {
  std::string text(as_said);
  if (!parse_written_date(text, 0)) text = with_minutes(as_said);
  const auto date = parse_written_date(text, 0);
  if (!date) return std::nullopt;
  // It changes with the zone assumed only where the text says none.
  const auto elsewhere = parse_written_date(text, 60);
  if (elsewhere && elsewhere->time != date->time) {
    return in_range({TurnTime::Kind::Local, date->time.micros});
  }
  return in_range({TurnTime::Kind::Absolute, date->time.micros, date->utc_offset_minutes});
}

}  // namespace

std::optional<TurnTime> turn_time_of(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) return std::nullopt;
  if (seconds >= kFirstEpochMilli) seconds /= 1000;
  if (seconds >= double(kEnd / kMicrosPerSecond)) return std::nullopt;
  const auto kind =
      seconds >= kFirstEpochSecond ? TurnTime::Kind::Absolute : TurnTime::Kind::Relative;
  return TurnTime{kind, std::int64_t(seconds * 1e6 + 0.5)};
}

std::optional<Time> parse_epoch(std::string_view text) {
  static const RE2 kForm(R"((\d{9,10})(?:\.(\d{1,6}))?)");
  std::int64_t seconds = 0;
  std::string fraction;
  if (!RE2::FullMatch(re2_text(text), kForm, &seconds, &fraction)) return std::nullopt;
  fraction.resize(6, '0');
  const Time time{seconds * kMicrosPerSecond + std::stoll(fraction)};
  return time.micros < kEnd ? std::optional(time) : std::nullopt;
}

std::optional<int> parse_utc_offset(std::string_view text) {
  static const RE2 kForm(R"(([+-])(\d{2}):?(\d{2}))");
  if (text == "Z" || text == "z") return 0;
  std::string sign;
  int hours = 0, minutes = 0;
  if (!RE2::FullMatch(re2_text(text), kForm, &sign, &hours, &minutes)) return std::nullopt;
  if (hours > 14 || minutes > 59) return std::nullopt;
  return (sign == "-" ? -1 : 1) * (hours * 60 + minutes);
}

std::optional<TurnTime> parse_turn_time(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > kMaxTimeBytes) return std::nullopt;
  if (text.find_first_not_of("0123456789.") == std::string_view::npos) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return turn_time_of(seconds);
  }
  if (auto time = day_and_clock(text)) return time;
  if (auto time = since_beginning(text)) return time;
  // RFC 3339 gone wrong is not for looser readers.
  if (text.size() > 10 && (text[10] == 'T' || text[10] == 't')) return std::nullopt;
  return written(text);
}

}  // namespace memfold::ingest
