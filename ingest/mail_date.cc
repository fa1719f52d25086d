#include "ingest/mail_date.h"

#include <array>
#include <chrono>
#include <cstdint>

#include "core/text.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxWords = 12;
constexpr int kMaxOffset = 14 * 60;

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kWeekdays = {"mon", "tue", "wed", "thu",
                                                       "fri", "sat", "sun"};

struct Zone {
  std::string_view name;
  int minutes;
};
constexpr std::array<Zone, 24> kZones = {
    {{"gmt", 0},    {"ut", 0},     {"utc", 0},    {"z", 0},      {"est", -300}, {"edt", -240},
     {"cst", -360}, {"cdt", -300}, {"mst", -420}, {"mdt", -360}, {"pst", -480}, {"pdt", -420},
     {"kst", 540},  {"jst", 540},  {"cet", 60},   {"cest", 120}, {"met", 60},   {"mest", 120},
     {"bst", 60},   {"eet", 120},  {"eest", 180}, {"msk", 180},  {"hst", -600}, {"aest", 600}}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool same_word(std::string_view word, std::string_view name) {
  if (word.size() != name.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (ascii_lower(word[i]) != name[i]) return false;
  }
  return true;
}

template <std::size_t N>
int find_name(std::string_view word, const std::array<std::string_view, N>& names) {
  if (word.size() < 3 || word.size() > 9) return -1;
  for (std::size_t i = 0; i < N; ++i) {
    if (same_word(word.substr(0, 3), names[i])) return static_cast<int>(i);
  }
  return -1;
}

int read_digits(std::string_view word, std::size_t most) {
  if (word.empty() || word.size() > most) return -1;
  int value = 0;
  for (char c : word) {
    if (!is_digit(c)) return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// "15:04" or "15:04:05" as seconds of the day.
int read_clock(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) return -1;
  const int hour = read_digits(word.substr(0, colon), 2);
  std::string_view rest = word.substr(colon + 1);
  int second = 0;
  if (const std::size_t next = rest.find(':'); next != std::string_view::npos) {
    std::string_view seconds = rest.substr(next + 1);
    second = read_digits(seconds.substr(0, seconds.find('.')), 2);
    rest = rest.substr(0, next);
  }
  const int minute = read_digits(rest, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return -1;
  return hour * 3600 + minute * 60 + second;
}

struct Parts {
  int year = -1, month = -1, day = -1, seconds = -1, offset = 0;
};

bool take_zone(std::string_view word, Parts& date) {
  if (word[0] == '+' || word[0] == '-') {
    std::string_view digits = word.substr(1);
    const int value =
        digits.size() == 5 && digits[2] == ':'
            ? read_digits(digits.substr(0, 2), 2) * 100 + read_digits(digits.substr(3), 2)
            : read_digits(digits, 4);
    if (value < 0) return false;
    const int minutes = value / 100 * 60 + value % 100;
    if (minutes <= kMaxOffset) date.offset = word[0] == '-' ? -minutes : minutes;
    return true;
  }
  if (const auto minutes = named_zone(word)) {
    date.offset = *minutes;
    return true;
  }
  if (word.size() > 6) return false;  // an unknown name of a zone is read as UTC
  for (char c : word) {
    if (ascii_lower(c) < 'a' || ascii_lower(c) > 'z') return false;
  }
  return true;
}

bool take_number(int number, std::size_t digits, bool short_years, Parts& date) {
  if (digits <= 2 && date.day < 0) {
    date.day = number;
    return number >= 1 && number <= 31;
  }
  if (date.year >= 0) return false;
  if (digits == 4) {
    date.year = number;
    return number >= 1900;
  }
  if (!short_years) return false;
  date.year = digits == 2 && number < 50 ? 2000 + number : 1900 + number;  // RFC 5322, 4.3
  return true;
}

bool take_word(std::string_view word, bool short_years, Parts& date) {
  if (const int clock = read_clock(word); clock >= 0 && date.seconds < 0) {
    date.seconds = clock;
    return true;
  }
  if (const int number = read_digits(word, 4); number >= 0) {
    return take_number(number, word.size(), short_years, date);
  }
  if (const int month = find_name(word, kMonths); month >= 0 && date.month < 0) {
    date.month = month + 1;
    return true;
  }
  return find_name(word, kWeekdays) >= 0 || take_zone(word, date);
}

}  // namespace

std::optional<int> named_zone(std::string_view word) {
  for (const Zone& zone : kZones) {
    if (same_word(word, zone.name)) return zone.minutes;
  }
  return std::nullopt;
}

std::optional<MailDate> read_date_words(std::span<const std::string_view> words, bool short_years) {
  namespace chrono = std::chrono;
  Parts date;
  for (std::string_view word : words) {
    if (word.empty() || !take_word(word, short_years, date)) return std::nullopt;
  }
  if (date.year < 0 || date.month < 0 || date.day < 0 || date.seconds < 0) return std::nullopt;
  const chrono::year_month_day day{chrono::year{date.year}, chrono::month(unsigned(date.month)),
                                   chrono::day(unsigned(date.day))};
  if (!day.ok()) return std::nullopt;
  const std::int64_t days = chrono::sys_days{day}.time_since_epoch().count();
  const std::int64_t seconds = std::int64_t{date.seconds} - date.offset * 60;
  return MailDate{Time{days * kMicrosPerDay + seconds * kMicrosPerSecond}, date.offset};
}

std::optional<MailDate> parse_mail_date(std::string_view value) {
  std::array<std::string_view, kMaxWords> words;
  std::size_t count = 0;
  while (!value.empty() && count < kMaxWords) {
    const std::size_t start = value.find_first_not_of(" \t\r\n,");
    if (start == std::string_view::npos) break;
    value.remove_prefix(start);
    if (value.front() == '(') {
      const std::size_t close = value.find(')');
      if (close == std::string_view::npos) break;
      value.remove_prefix(close + 1);
      continue;
    }
    const std::string_view word = value.substr(0, value.find_first_of(" \t\r\n,("));
    value.remove_prefix(word.size());
    // "2-Jan-2026" and "2002-08-22" carry the date in one word.
    const std::size_t dash = word.find('-', 1);
    const std::size_t second = dash == std::string_view::npos ? dash : word.find('-', dash + 1);
    if (second != std::string_view::npos && is_digit(word[0]) && count + 3 <= kMaxWords) {
      words[count++] = word.substr(0, dash);
      words[count++] = word.substr(dash + 1, second - dash - 1);
      words[count++] = word.substr(second + 1);
    } else {
      words[count++] = word;
    }
    // Words behind a complete date ("+0900 (KST)", "PDT extra") do no harm.
    if (count >= 5) {
      if (const auto date = read_date_words({words.data(), count}, true)) {
        const std::size_t next = value.find_first_not_of(" \t\r\n,");
        if (next == std::string_view::npos ||
            (value[next] != '+' && value[next] != '-' &&
             (ascii_lower(value[next]) < 'a' || ascii_lower(value[next]) > 'z') &&
             !is_digit(value[next]))) {
          return date;
        }
      }
    }
  }
  for (; count >= 4; --count) {
    if (const auto date = read_date_words({words.data(), count}, true)) return date;
  }
  return std::nullopt;
}

}  // namespace memfold::ingest
