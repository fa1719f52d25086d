// Calendar dates written out: 2026-01-22, 1월 22일, Jan 22, 22 January 2026, 1/22.
#include <cstdio>

#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

bool is_year(int number) {
  return number >= 1900 && number <= 2199;
}
bool is_month(int number) {
  return number >= 1 && number <= 12;
}
bool is_day(int number) {
  return number >= 1 && number <= 31;
}

int month_at(const Tokens& tokens, std::size_t i) {
  if (!tokens.is(i, TokenKind::Latin)) return 0;
  const CalendarWord* word = find_calendar(tokens.text(i));
  return word != nullptr && word->kind == CalendarKind::Month ? word->value : 0;
}

std::size_t finish(Value& value, const DateParts& date, std::size_t taken) {
  value.type = ValueType::Date;
  value.date = date;
  return taken;
}

/// "2026.1.22" is one number token.
bool split_dotted(string_view text, DateParts& date) {
  int parts[3] = {0, 0, 0}, at = 0;
  for (const char c : text) {
    if (c == '.') {
      if (++at > 2) return false;
    } else if (c < '0' || c > '9' || parts[at] > 9999) {
      return false;
    } else {
      parts[at] = parts[at] * 10 + (c - '0');
    }
  }
  if (at != 2 || !is_year(parts[0]) || !is_month(parts[1]) || !is_day(parts[2])) return false;
  date.year = parts[0];
  date.month = parts[1];
  date.day = parts[2];
  return true;
}

std::size_t scan_iso(const Tokens& tokens, std::size_t i, Value& value) {
  DateParts date;
  if (split_dotted(tokens.text(i), date)) return finish(value, date, 1);
  if (!is_year(small_number(tokens, i, 4))) return 0;
  const string_view separator = i + 1 < tokens.size() ? tokens.text(i + 1) : string_view();
  if (separator != "-" && separator != "/" && separator != ".") return 0;
  if (separator != "." && !(tokens.glued(i + 1) && tokens.glued(i + 2))) return 0;
  date.year = small_number(tokens, i, 4);
  // "2026. 1. 22." may come as "2026" "." "1" "." "22" or "2026" "." "1.22".
  date.month = small_number(tokens, i + 2, 2);
  date.day = small_number(tokens, i + 4, 2);
  if (!is_month(date.month) || !tokens.is(i + 3, separator) || !is_day(date.day)) return 0;
  std::size_t taken = 5;
  if (separator == "." && tokens.glued(i + 5) && tokens.is(i + 5, ".")) ++taken;
  if (tokens.glued(i + 5) && tokens.is(i + 5, "t")) ++taken;  // 2026-01-22T14:00
  return finish(value, date, taken);
}

bool after_cue_for_date(const Tokens& tokens, std::size_t i) {
  static constexpr string_view kCues[] = {"on",     "by",    "until", "due",   "from", "since",
                                          "before", "after", "to",    "in",    "of",   "for",
                                          "last",   "next",  "this",  "early", "late"};
  if (i == 0) return false;
  for (const string_view cue : kCues) {
    if (tokens.is(i - 1, cue)) return true;
  }
  return false;
}

/// 1/22 and 1/22/2026; 3/5 only where something says that it is a date.
std::size_t scan_slashed(const Tokens& tokens, std::size_t i, Value& value) {
  DateParts date;
  date.month = small_number(tokens, i, 2);
  date.day = small_number(tokens, i + 2, 2);
  if (!is_month(date.month) || !is_day(date.day) || !tokens.glued(i + 1) ||
      !tokens.is(i + 1, "/") || !tokens.glued(i + 2)) {
    return 0;
  }
  std::size_t taken = 3;
  if (tokens.glued(i + 3) && tokens.is(i + 3, "/") && is_year(small_number(tokens, i + 4, 4))) {
    date.year = small_number(tokens, i + 4, 4);
    taken = 5;
  } else if (tokens.glued(i + 3) && tokens.is(i + 3, "/") && tokens.is(i + 4, TokenKind::Number)) {
    const int year = small_number(tokens, i + 4, 2);
    if (year < 0 || tokens.text(i + 4).size() != 2) return 0;
    date.year = 2000 + year;
    taken = 5;
  }
  const std::size_t next = i + taken;
  const bool korean_date =
      tokens.glued(next) && tokens.is(next, TokenKind::Hangul) &&
      (starts_with(tokens.text(next), "까지") || starts_with(tokens.text(next), "에") ||
       starts_with(tokens.text(next), "로") || starts_with(tokens.text(next), "부터"));
  const bool bracket = i > 0 && (tokens.is(i - 1, "[") || tokens.is(i - 1, "patch"));
  if (bracket) return 0;
  const bool before_time = tokens.is(next, TokenKind::Number) && !tokens.glued(next) &&
                           tokens.is(next + 1, ":") && tokens.glued(next + 1);
  if (date.year == 0 && date.day <= 12 && !korean_date && !before_time &&
      !after_cue_for_date(tokens, i))
    return 0;
  return finish(value, date, taken);
}

/// The part of the month a word names ("말", "초"), or 0.
int part_of_month(string_view text) {
  const CalendarWord* word = find_calendar(text);
  return word != nullptr && word->kind == CalendarKind::PartOfMonth ? word->value : 0;
}

/// Whether Hangul after "22일" makes it a number of days.
bool makes_duration(const Tokens& tokens, std::size_t next, string_view rest) {
  static constexpr string_view kWords[] = {"간", "동안", "이내", "후",   "뒤",   "전",   "만에",
                                           "내", "차",   "째",   "이상", "이하", "정도", "치"};
  const bool spaced = rest.empty() && tokens.is(next, TokenKind::Hangul);
  const string_view text = spaced ? tokens.text(next) : rest;
  for (const string_view word : kWords) {
    if (starts_with(text, word)) return true;
  }
  return false;
}

class KoreanDate {
 public:
  KoreanDate(const Tokens& tokens, std::size_t i) : tokens_(tokens), at_(i) {}

  std::size_t scan(Value& value) {
    const std::size_t start = at_;
    const bool year = take("년", 4, date_.year) && is_year(date_.year);
    if (!year && at_ > start) return 0;
    if (year && !rest_.empty()) return 0;  // 2026년에: a year alone
    const std::size_t before_month = at_;
    const bool month = take("월", 2, date_.month) && is_month(date_.month);
    if (!month && at_ > before_month) return 0;
    if (month && starts_with(rest_, "요일")) return 0;
    if (month && rest_.empty()) take_day_or_part();
    if (month && !rest_.empty() && date_.day == 0) take_glued_part();
    if (!month && !year && !take_lone_day()) return 0;
    if (!month && year) return 0;
    value.particle = rest_;
    return finish(value, date_, at_ - start);
  }

 private:
  /// A number of at most `digits` digits and a Hangul word that starts with `unit`.
  bool take(string_view unit, std::size_t digits, int& into) {
    const int number = small_number(tokens_, at_, digits);
    if (number < 0 || !tokens_.is(at_ + 1, TokenKind::Hangul)) return false;
    const string_view word = tokens_.text(at_ + 1);
    if (!starts_with(word, unit)) return false;
    into = number;
    rest_ = word.substr(unit.size());
    at_ += 2;
    return true;
  }

  void take_day_or_part() {
    const std::size_t before = at_;
    int day = 0;
    if (take("일", 2, day)) {
      if (is_day(day)) {
        date_.day = day;
        return;
      }
      at_ = before;
      rest_ = {};
    }
    if (!tokens_.is(at_, TokenKind::Hangul)) return;
    for (const std::size_t syllables : {std::size_t{2}, std::size_t{1}}) {
      const string_view word = tokens_.text(at_);
      const string_view head = word.substr(0, 3 * syllables);
      const int part = part_of_month(head);
      if (part == 0) continue;
      date_.part = part;
      rest_ = word.substr(head.size());
      ++at_;
      return;
    }
  }

  void take_glued_part() {
    for (const std::size_t syllables : {std::size_t{2}, std::size_t{1}}) {
      const string_view head = rest_.substr(0, 3 * syllables);
      if (const int part = part_of_month(head)) {
        date_.part = part;
        rest_ = rest_.substr(head.size());
        return;
      }
    }
  }

  bool take_lone_day() {
    int day = 0;
    if (!tokens_.glued(at_ + 1) || !take("일", 2, day) || !is_day(day)) return false;
    if (makes_duration(tokens_, at_, rest_)) return false;
    date_.day = day;
    return true;
  }

  const Tokens& tokens_;
  std::size_t at_;
  string_view rest_;
  DateParts date_;
};

bool is_ordinal_ending(string_view text) {
  return text == "st" || text == "nd" || text == "rd" || text == "th";
}

/// Day number with an optional ordinal ending; sets `taken`.
int day_at(const Tokens& tokens, std::size_t i, std::size_t& taken) {
  const int day = small_number(tokens, i, 2);
  if (!is_day(day)) return 0;
  taken = 1;
  if (tokens.glued(i + 1)) {
    if (tokens.is(i + 1, TokenKind::Latin) && is_ordinal_ending(tokens.text(i + 1))) {
      taken = 2;
    } else if (tokens.is(i + 1, "%") || tokens.is(i + 1, "/") ||
               tokens.is(i + 1, TokenKind::Latin)) {
      return 0;
    } else if (tokens.is(i + 1, ":") && tokens.glued(i + 2) &&
               tokens.is(i + 2, TokenKind::Number)) {
      return 0;  // a time
    }
  }
  return day;
}

std::size_t take_year(const Tokens& tokens, std::size_t i, DateParts& date) {
  const std::size_t comma = tokens.is(i, ",") ? 1 : 0;
  if (!is_year(small_number(tokens, i + comma, 4))) return 0;
  date.year = small_number(tokens, i + comma, 4);
  return comma + 1;
}

std::size_t scan_english(const Tokens& tokens, std::size_t i, Value& value) {
  DateParts date;
  std::size_t at = i, taken = 0;
  if ((date.month = month_at(tokens, i)) != 0) {
    const Token& token = tokens.list[i];
    at = i + 1;
    if (tokens.glued(at) && tokens.is(at, ".") && token.end - token.begin <= 4) ++at;
    if ((date.day = day_at(tokens, at, taken)) != 0) {
      at += taken;
      at += take_year(tokens, at, date);
      return finish(value, date, at - i);
    }
    if (const std::size_t year = take_year(tokens, at, date)) {
      return finish(value, date, at + year - i);
    }
    // "May" and "March" open sentences as other words; in capitals inside one they are months.
    // "Jan" and "Jun" are people as well, unless something says when.
    const bool ambiguous = tokens.is(i, "may") || token.end - token.begin == 3;
    if (!token.capital || ((ambiguous || tokens.is(i, "march")) && token.sentence_start)) return 0;
    if (ambiguous && !after_cue_for_date(tokens, i)) return 0;
    return finish(value, date, 1);
  }
  if ((date.day = day_at(tokens, i, taken)) == 0) return 0;
  at = i + taken;
  if (tokens.is(at, "of")) ++at;
  if ((date.month = month_at(tokens, at)) == 0 || !tokens.list[at].capital) return 0;
  ++at;
  at += take_year(tokens, at, date);
  return finish(value, date, at - i);
}

int weekday_at(const Tokens& tokens, std::size_t i) {
  if (i >= tokens.size()) return 0;
  static constexpr string_view kDays[] = {"월", "화", "수", "목", "금", "토", "일"};
  const string_view text = tokens.text(i);
  for (int day = 1; day <= 7; ++day) {
    if (text == kDays[day - 1]) return day;
  }
  const CalendarWord* word = find_calendar(text);
  return word != nullptr && word->kind == CalendarKind::Weekday ? word->value : 0;
}

/// "(월)", "(Mon)" or a weekday word right after a date.
std::size_t take_weekday_after(const Tokens& tokens, std::size_t i, DateParts& date) {
  if (tokens.is(i, "(") && tokens.is(i + 2, ")")) {
    if (const int day = weekday_at(tokens, i + 1)) {
      date.weekday = day;
      return 3;
    }
  }
  if (i < tokens.size() && tokens.text(i).size() > 3) {
    if (const int day = weekday_at(tokens, i)) {
      date.weekday = day;
      return 1;
    }
  }
  return 0;
}

}  // namespace

int small_number(const Tokens& tokens, std::size_t i, std::size_t digits) {
  if (!tokens.is(i, TokenKind::Number)) return -1;
  const string_view text = tokens.text(i);
  if (text.size() > digits) return -1;
  int number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

bool starts_with(string_view text, string_view start) {
  return text.substr(0, start.size()) == start;
}

void set_date_normal(Value& value) {
  static constexpr const char* kDays[] = {"", "mon", "tue", "wed", "thu", "fri", "sat", "sun"};
  static constexpr const char* kPart[] = {"", " early", " middle", " end"};
  const DateParts& date = value.date;
  char text[48] = "";
  if (date.relative != DateParts::kNone) {
    std::snprintf(text, sizeof text, "%s%+d%s%s", date.week ? "week" : "day", date.relative,
                  date.weekday != 0 ? " " : "", kDays[date.weekday]);
  } else if (date.month == 0 && date.day == 0) {
    std::snprintf(text, sizeof text, "%s", kDays[date.weekday]);
  } else if (date.day == 0) {
    std::snprintf(text, sizeof text, date.year != 0 ? "%04d-%02d%s" : "%.0d--%02d%s", date.year,
                  date.month, kPart[date.part]);
  } else if (date.month == 0) {
    std::snprintf(text, sizeof text, "---%02d", date.day);
  } else if (date.year == 0) {
    std::snprintf(text, sizeof text, "--%02d-%02d", date.month, date.day);
  } else {
    std::snprintf(text, sizeof text, "%s%04d-%02d-%02d", date.week ? "week of " : "", date.year,
                  date.month, date.day);
  }
  value.normal = text;
}

std::size_t scan_date(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  std::size_t taken = 0;
  if (tokens.is(i, TokenKind::Number)) {
    if (tokens.glued(i) && tokens.is(i - 1, TokenKind::Latin)) return 0;
    taken = scan_iso(tokens, i, value);
    if (taken == 0) taken = scan_slashed(tokens, i, value);
    if (taken == 0) taken = KoreanDate(tokens, i).scan(value);
  }
  if (taken == 0) taken = scan_english(tokens, i, value);
  if (taken == 0) return 0;
  if (value.particle.empty()) taken += take_weekday_after(tokens, i + taken, value.date);
  set_date_normal(value);
  return taken;
}

}  // namespace memfold::models
