// Times of day: 오후 3시, 15:00, 3pm, 3:30 p.m., 3시 반, noon, "at 3".
#include <cstdio>

#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

enum class Half { Unknown, Morning, Afternoon };

Half half_of(const CalendarWord* word) {
  if (word == nullptr) return Half::Unknown;
  if (word->kind == CalendarKind::Morning) return Half::Morning;
  return word->kind == CalendarKind::Afternoon ? Half::Afternoon : Half::Unknown;
}

std::size_t finish(Value& value, int hour, int minute, Half half, std::size_t taken) {
  if (hour > 24 || minute > 59) return 0;
  if (half == Half::Afternoon && hour < 12) hour += 12;
  if (half == Half::Morning && hour == 12) hour = 0;
  value.type = ValueType::Time;
  value.minute = (hour % 24) * 60 + minute;
  value.half_day = half == Half::Unknown && hour >= 1 && hour <= 12;
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d", hour % 24, minute);
  value.normal = text;
  return taken;
}

/// "am", "p.m.", "pm" at token i; sets the tokens it uses.
Half meridiem_at(const Tokens& tokens, std::size_t i, std::size_t& taken) {
  taken = 0;
  if (!tokens.is(i, TokenKind::Latin)) return Half::Unknown;
  if (tokens.is(i, "am") || tokens.is(i, "pm")) {
    taken = 1;
    return tokens.is(i, "am") ? Half::Morning : Half::Afternoon;
  }
  const bool letter = tokens.is(i, "a") || tokens.is(i, "p");
  if (letter && tokens.glued(i + 1) && tokens.is(i + 1, ".") && tokens.glued(i + 2) &&
      tokens.is(i + 2, "m")) {
    taken = tokens.glued(i + 3) && tokens.is(i + 3, ".") ? 4 : 3;
    return tokens.is(i, "a") ? Half::Morning : Half::Afternoon;
  }
  return Half::Unknown;
}

/// Hour from digits or, in Korean, a number word before 시.
int hour_at(const Tokens& tokens, std::size_t i) {
  const int number = small_number(tokens, i, 2);
  if (number >= 0) return number;
  return tokens.is(i, TokenKind::Hangul) ? number_word(tokens.text(i)) : 0;
}

/// "반" for half past, with a particle or "쯤"; not the beginning of another word ("반영",
/// "반드시").
bool is_half(string_view word) {
  if (!starts_with(word, "반")) return false;
  const string_view rest = word.substr(3);
  return rest.empty() || suffix_remainder(rest) != 0 || rest == "쯤" || rest == "경" ||
         rest == "임";
}

std::size_t scan_korean(const Tokens& tokens, std::size_t i, Half half, Value& value) {
  const int hour = hour_at(tokens, i);
  if (hour < 0 || hour > 24 || !tokens.is(i + 1, TokenKind::Hangul)) return 0;
  if (hour == 0 && small_number(tokens, i, 2) != 0) return 0;
  const string_view word = tokens.text(i + 1);
  if (!starts_with(word, "시") || starts_with(word, "시간") || starts_with(word, "시즌")) return 0;
  string_view rest = word.substr(3);
  std::size_t taken = 2;
  int minute = 0;
  if (is_half(rest)) {
    minute = 30;
    rest.remove_prefix(3);
  } else if (rest.empty() && tokens.is(i + 2, TokenKind::Hangul) && is_half(tokens.text(i + 2))) {
    minute = 30;
    rest = tokens.text(i + 2).substr(3);
    taken = 3;
  } else if (rest.empty() && small_number(tokens, i + 2, 2) >= 0 &&
             tokens.is(i + 3, TokenKind::Hangul) && starts_with(tokens.text(i + 3), "분")) {
    minute = small_number(tokens, i + 2, 2);
    rest = tokens.text(i + 3).substr(3);
    taken = 4;
  }
  taken = finish(value, hour, minute, half, taken);
  if (taken > 0) value.particle = rest;
  return taken;
}

std::size_t scan_clock(const Tokens& tokens, std::size_t i, Half half, Value& value) {
  const int hour = small_number(tokens, i, 2);
  if (hour < 0 || hour > 24 || !tokens.glued(i + 1) || !tokens.is(i + 1, ":") ||
      !tokens.glued(i + 2)) {
    return 0;
  }
  const int minute = small_number(tokens, i + 2, 2);
  if (minute < 0 || tokens.text(i + 2).size() != 2) return 0;
  std::size_t taken = 3, more = 0;
  if (tokens.glued(i + 3) && tokens.is(i + 3, ":") && tokens.is(i + 4, TokenKind::Number)) {
    taken = 5;
  }
  const Half said = meridiem_at(tokens, i + taken, more);
  const std::size_t count =
      finish(value, hour, minute, said != Half::Unknown ? said : half, taken + more);
  if (tokens.text(i).size() == 2 && (hour == 0 || tokens.text(i)[0] == '0')) value.half_day = false;
  // 10:30 may be either half only where people write the hour without a zero; 24-hour it is.
  if (half == Half::Unknown && said == Half::Unknown && tokens.text(i).size() == 2) {
    value.half_day = false;
  }
  return count;
}

/// "3pm", and "2-3pm" where the first hour shares the half of the second.
std::size_t scan_meridiem(const Tokens& tokens, std::size_t i, Value& value) {
  const int hour = small_number(tokens, i, 2);
  if (hour < 1 || hour > 12) return 0;
  std::size_t more = 0;
  Half half = meridiem_at(tokens, i + 1, more);
  if (half != Half::Unknown) return finish(value, hour, 0, half, 1 + more);
  if ((tokens.is(i + 1, "-") || tokens.is(i + 1, "~") || tokens.is(i + 1, "–") ||
       tokens.is(i + 1, "to")) &&
      small_number(tokens, i + 2, 2) >= 1) {
    half = meridiem_at(tokens, i + 3, more);
    if (half != Half::Unknown) return finish(value, hour, 0, half, 1);
  }
  if (tokens.glued(i + 1) && tokens.is(i + 1, "o'clock")) {
    return finish(value, hour, 0, Half::Unknown, 2);
  }
  if (tokens.is(i + 1, "o'clock")) return finish(value, hour, 0, Half::Unknown, 2);
  return 0;
}

/// "Kickoff is at 3." names an hour; "at 3 sites" does not.
std::size_t scan_bare_hour(const Tokens& tokens, std::size_t i, Value& value) {
  const int hour = small_number(tokens, i, 2);
  if (hour < 1 || hour > 12 || i == 0 || !tokens.is(i - 1, "at")) return 0;
  const std::size_t next = i + 1;
  if (next < tokens.size()) {
    const bool word = !tokens.is(next, TokenKind::Symbol);
    const WordEntry* entry = word ? find_word(tokens.text(next)) : nullptr;
    const CalendarWord* calendar = word ? find_calendar(tokens.text(next)) : nullptr;
    if (word && calendar == nullptr && (entry == nullptr || (entry->flags & kStop) == 0)) return 0;
    if (!word && (tokens.is(next, "%") || tokens.is(next, "/") || tokens.is(next, "-"))) return 0;
    if (!word && tokens.is(next, ".") && tokens.glued(next + 1)) return 0;
  }
  return finish(value, hour, 0, Half::Unknown, 1);
}

/// "half past nine", "a quarter to ten", "ten past nine pm".
std::size_t scan_spoken(const Tokens& tokens, std::size_t i, Value& value) {
  constexpr int kHour = 60, kQuarter = 15;
  if (tokens.glued(i)) return 0;  // "twenty-five past nine"
  const bool quarter = tokens.is(i, "quarter");
  const int minutes = quarter                ? kQuarter
                      : tokens.is(i, "half") ? kHour / 2
                                             : number_word(tokens.text(i));
  // "rose last quarter to 8 percent" is none.
  const bool clock = i == 0 || tokens.is(i - 1, "a") || tokens.is(i - 1, "at");
  const bool past = tokens.is(i + 1, "past"), before = quarter && clock && tokens.is(i + 1, "to");
  if (minutes == 0 || minutes >= kHour || i + 2 >= tokens.size() || !(past || before)) return 0;
  const int digits = small_number(tokens, i + 2, 2);
  const int hour = digits >= 0 ? digits : number_word(tokens.text(i + 2));
  if (hour < 1 || hour > 12) return 0;
  std::size_t more = 0;
  Half half = meridiem_at(tokens, i + 3, more);
  if (past) return finish(value, hour, minutes, half, 3 + more);
  if (hour == 12 && half != Half::Unknown)  // before noon it is morning
    half = half == Half::Morning ? Half::Afternoon : Half::Morning;
  return finish(value, hour == 1 ? 12 : hour - 1, kHour - minutes, half, 3 + more);
}

std::size_t scan_number_time(const Tokens& tokens, std::size_t i, Half half, Value& value) {
  if (const std::size_t taken = scan_korean(tokens, i, half, value)) return taken;
  if (!tokens.is(i, TokenKind::Number)) return 0;
  if (const std::size_t taken = scan_clock(tokens, i, half, value)) return taken;
  if (const std::size_t taken = scan_meridiem(tokens, i, value)) return taken;
  return scan_bare_hour(tokens, i, value);
}

}  // namespace

std::size_t scan_time(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  std::size_t taken = 0;
  if (tokens.is(i, TokenKind::Latin)) taken = scan_spoken(tokens, i, value);
  if (taken == 0 && (tokens.is(i, TokenKind::Hangul) || tokens.is(i, TokenKind::Latin))) {
    const CalendarWord* word = find_calendar(tokens.text(i));
    if (word != nullptr && word->kind == CalendarKind::ClockTime) {
      finish(value, word->value / 60, 0, Half::Unknown, 1);
      value.half_day = false;
      return 1;
    }
    const Half half = half_of(word);
    if (half != Half::Unknown && tokens.is(i, TokenKind::Hangul)) {
      taken = scan_number_time(tokens, i + 1, half, value);
      if (taken == 0) return 0;
      ++taken;
    }
  }
  if (taken == 0) {
    if (tokens.glued(i) && (tokens.is(i - 1, TokenKind::Latin) || tokens.is(i - 1, ":"))) return 0;
    taken = scan_number_time(tokens, i, Half::Unknown, value);
  }
  if (taken == 0) return 0;
  if (tokens.is(i + taken, TokenKind::Latin)) {
    const CalendarWord* zone = find_calendar(tokens.text(i + taken));
    if (zone != nullptr && zone->kind == CalendarKind::Zone) {
      value.zone = tokens.text(i + taken);
      value.normal.append(" ").append(value.zone);
      ++taken;
    }
  }
  return taken;
}

}  // namespace memfold::models
