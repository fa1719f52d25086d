#include "ingest/written_date.h"

#include <re2/re2.h>
#include <unicode/dtfmtsym.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/re2_text.h"
#include "core/text.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxBytes = 160;
constexpr std::array<const char*, 23> kMonthLocales = {
    "en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "pl",
    "cs", "sk", "hu", "ro", "hr", "ru", "uk", "tr", "et", "ca", "el"};

using MonthNames = std::unordered_map<std::string, int>;

void add_months(const icu::DateFormatSymbols& symbols, MonthNames& names) {
  using Symbols = icu::DateFormatSymbols;
  for (const auto context : {Symbols::FORMAT, Symbols::STANDALONE}) {
    for (const auto width : {Symbols::WIDE, Symbols::ABBREVIATED}) {
      int count = 0;
      const icu::UnicodeString* months = symbols.getMonths(count, context, width);
      for (int i = 0; i < count && i < 12; ++i) {
        std::string name;
        months[i].toUTF8String(name);
        name = fold_case(name);
        if (name.ends_with('.')) name.pop_back();
        const auto [known, added] = names.emplace(name, i + 1);
        if (!added && known->second != i + 1) known->second = 0;  // "lis" is two months
      }
    }
  }
}

const MonthNames& month_names() {
  static const MonthNames names = [] {
    MonthNames all;
    for (const char* locale : kMonthLocales) {
      UErrorCode status = U_ZERO_ERROR;
      const icu::DateFormatSymbols symbols(icu::Locale(locale), status);
      if (U_SUCCESS(status)) add_months(symbols, all);
    }
    return all;
  }();
  return names;
}

int number(std::string_view text) {
  int value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int month_of(std::string_view text) {
  if (const int value = number(text); value >= 0) return value;
  const auto found = month_names().find(fold_case(text));
  return found == month_names().end() ? 0 : found->second;
}

/// A way to write a day: its pattern captures three pieces and what is behind, `order` says which
/// of the three is what.
struct Form {
  RE2 pattern;
  std::string_view order;
  bool slashes = false;  ///< day and month may be the other way round
};

bool has_half(std::string_view text, const RE2& half) {
  return RE2::PartialMatch(re2_text(text), half);
}

struct Day {
  std::chrono::year_month_day date;
  std::string rest;
};

std::optional<Day> read_day(const std::string& text, bool twelve_hours) {
  static const std::array<Form, 5> kForms = {{
      {RE2(R"((\d{4})\s?[-./년年]\s?(\d{1,2})\s?[-./월月]\s?(\d{1,2})(.*))"), "ymd"},
      {RE2(R"(\b(\d{1,2})\s?/\s?(\d{1,2})\s?/\s?(\d{4})(.*))"), "dmy", true},
      {RE2(R"(\b(\d{1,2})\s?[.-]\s?(\d{1,2})\s?[.-]\s?(\d{4})(.*))"), "dmy"},
      {RE2(R"(\b(\d{1,2})(?:\.|st|nd|rd|th)?,?\s(?:de |of )?(\p{L}+)\.?,?\s(?:de )?(\d{4})(.*))"),
       "dmy"},
      {RE2(R"((?:^|\s)(\p{L}+)\.?\s(\d{1,2}),?\s(\d{4})(.*))"), "mdy"},
  }};
  static const Form kYearFirst = {RE2(R"(\b(\d{4})\.?\s(\p{L}+)\.?\s(\d{1,2})(.*))"), "ymd"};
  const auto read = [&](const Form& form) -> std::optional<Day> {
    std::array<std::string, 3> pieces;
    std::string rest;
    if (!RE2::PartialMatch(text, form.pattern, &pieces[0], &pieces[1], &pieces[2], &rest)) {
      return std::nullopt;
    }
    int day = number(pieces[form.order.find('d')]);
    int month = month_of(pieces[form.order.find('m')]);
    if (form.slashes && (month > 12 || (twelve_hours && day <= 12))) std::swap(day, month);
    const std::chrono::year_month_day date{std::chrono::year(number(pieces[form.order.find('y')])),
                                           std::chrono::month(unsigned(std::max(0, month))),
                                           std::chrono::day(unsigned(day))};
    return date.ok() ? std::optional(Day{date, std::move(rest)}) : std::nullopt;
  };
  for (const Form& form : kForms) {
    if (auto day = read(form)) return day;
  }
  return read(kYearFirst);
}

/// Minutes east of UTC said behind the clock.
std::optional<int> read_zone(std::string_view rest) {
  static const RE2 kOffset(R"((?:GMT|UTC|\s|\()([+-])(\d{1,2}):?(\d{2})?\b)");
  static const RE2 kWord(R"(\b([A-Z]{2,4})\b)");
  std::string sign, hours, minutes, word;
  if (RE2::PartialMatch(re2_text(rest), kOffset, &sign, &hours, &minutes)) {
    const int offset = number(hours) * 60 + (minutes.empty() ? 0 : number(minutes));
    return sign == "-" ? -offset : offset;
  }
  re2::StringPiece left = re2_text(rest);
  while (RE2::FindAndConsume(&left, kWord, &word)) {
    if (const auto zone = named_zone(word)) return zone;
  }
  return std::nullopt;
}

}  // namespace

std::optional<MailDate> parse_written_date(std::string_view text, int utc_offset_minutes) {
  static const RE2 kClock(
      R"((?:^|[^\d])(\d{1,2})\s?[:.시時h]\s?(\d{2})(?:\s?[:.분分]\s?(\d{2}))?(?:[^\d](.*))?$)");
  static const RE2 kMorning(R"((?i)\bam\b|\ba\.\s?m\.|오전|上午|午前)");
  static const RE2 kAfternoon(R"((?i)\bpm\b|\bp\.\s?m\.|오후|下午|午後)");
  const std::string line = collapse_spaces(text.substr(0, kMaxBytes));
  const bool afternoon = has_half(line, kAfternoon), morning = has_half(line, kMorning);
  const auto day = read_day(line, morning || afternoon);
  if (!day) return std::nullopt;
  std::string hours, minutes, seconds, rest;
  if (!RE2::PartialMatch(day->rest, kClock, &hours, &minutes, &seconds, &rest)) return std::nullopt;
  int hour = number(hours);
  if (afternoon && hour < 12) hour += 12;
  if (morning && hour == 12) hour = 0;
  const int minute = number(minutes), second = seconds.empty() ? 0 : number(seconds);
  if (hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const int offset = read_zone(" " + rest).value_or(utc_offset_minutes);
  const std::int64_t days = std::chrono::sys_days{day->date}.time_since_epoch().count();
  const std::int64_t clock = std::int64_t{hour} * 3600 + minute * 60 + second - offset * 60;
  return MailDate{Time{days * kMicrosPerDay + clock * kMicrosPerSecond}, offset};
}

}  // namespace memfold::ingest
