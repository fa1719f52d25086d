// What tells members of a series apart: quarters, halves, years, week 3, 3차, Room 301.
#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

std::size_t finish_period(Value& value, string_view prefix, int number, std::size_t taken) {
  value.type = ValueType::Quarter;
  value.unit = prefix;
  value.amount = Decimal::of(number);
  value.normal = std::string(prefix) + std::to_string(number);
  return taken;
}

std::size_t scan_year(const Tokens& tokens, std::size_t i, Value& value) {
  if (tokens.is(i, "fy") && tokens.glued(i + 1)) {
    int year = small_number(tokens, i + 1, 4);
    if (year >= 0 && year < 100) year += 2000;
    if (year < 1980 || year > 2199) return 0;
    value.type = ValueType::Year;
    value.amount = Decimal::of(year);
    value.normal = std::to_string(year);
    return 2;
  }
  const int year = small_number(tokens, i, 4);
  if (year < 1980 || year > 2079) return 0;
  if (tokens.glued(i) && !tokens.is(i - 1, TokenKind::Hangul) && !tokens.is(i - 1, "(") &&
      !tokens.is(i - 1, "[")) {
    return 0;
  }
  std::size_t taken = 1;
  if (tokens.is(i + 1, TokenKind::Hangul)) {
    const string_view word = tokens.text(i + 1);
    if (starts_with(word, "년")) {
      if (starts_with(word, "년간")) return 0;
      value.particle = word.substr(starts_with(word, "년도") ? 6 : 3);
      taken = 2;
    } else if (tokens.glued(i + 1)) {
      return 0;
    }
  } else if (i + 1 < tokens.size() && !(tokens.is(i + 1, ".") || tokens.is(i + 1, ",")) &&
             match_unit(tokens.text(i + 1)).unit != nullptr) {
    return 0;
  } else if (tokens.glued(i + 1) && tokens.is(i + 1, TokenKind::Latin)) {
    return 0;
  }
  value.type = ValueType::Year;
  value.amount = Decimal::of(year);
  value.normal = std::to_string(year);
  return taken;
}

std::size_t finish_series(Value& value, string_view series, const Tokens& tokens,
                          std::size_t number, std::size_t taken) {
  const auto amount = Decimal::parse(tokens.text(number));
  if (!amount) return 0;
  value.type = ValueType::Ordinal;
  value.unit = series;
  value.amount = *amount;
  value.normal = std::string(series) + " " + amount->to_string();
  return taken;
}

std::size_t scan_ordinal_word(const Tokens& tokens, std::size_t i, Value& value) {
  std::size_t taken = 0;
  const int number = ordinal_number(tokens, i, taken);
  std::size_t noun = i + taken;
  const bool hyphen = tokens.is(noun, "-") && tokens.glued(noun) && tokens.glued(noun + 1);
  if (hyphen && (tokens.is(noun + 1, "quarter") || tokens.is(noun + 1, "half"))) {
    taken += 1;  // "second-quarter revenue"
    noun += 1;
  }
  if (number == 0 || !tokens.is(noun, TokenKind::Latin) || (tokens.glued(noun) && !hyphen))
    return 0;
  if (tokens.is(noun, "quarter") && number <= 4) {
    return finish_period(value, "Q", number, taken + 1);
  }
  if (tokens.is(noun, "half") && number <= 2) return finish_period(value, "H", number, taken + 1);
  const string_view known = series_before(tokens.text(noun));
  const WordEntry* entry = find_word(tokens.text(noun));
  const bool digits = tokens.is(i, TokenKind::Number);
  if (known.empty() && !digits && entry != nullptr && (entry->flags & kStop) != 0) return 0;
  if (known.empty() && !digits && number <= 2 && entry != nullptr) return 0;
  value.type = ValueType::Ordinal;
  value.unit = known.empty() ? string_view("nth") : known;
  value.amount = Decimal::of(number);
  value.normal = value.unit + " " + std::to_string(number);
  return known.empty() ? taken : taken + 1;
}

}  // namespace

int ordinal_number(const Tokens& tokens, std::size_t i, std::size_t& taken) {
  if (tokens.is(i, TokenKind::Latin)) {
    taken = 1;
    return ordinal_word(tokens.text(i));
  }
  const int number = small_number(tokens, i, 3);
  if (number <= 0 || !tokens.glued(i + 1)) return 0;
  taken = 2;
  const bool ending = tokens.is(i + 1, "st") || tokens.is(i + 1, "nd") || tokens.is(i + 1, "rd") ||
                      tokens.is(i + 1, "th");
  return ending ? number : 0;
}

std::size_t scan_period(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  if (tokens.is(i, TokenKind::Latin)) {
    const bool quarter = tokens.is(i, "q"), half = tokens.is(i, "h");
    if ((quarter || half) && tokens.list[i].capital && tokens.glued(i + 1)) {
      const int number = small_number(tokens, i + 1, 1);
      if (number >= 1 && number <= (quarter ? 4 : 2)) {
        return finish_period(value, quarter ? "Q" : "H", number, 2);
      }
    }
    return scan_year(tokens, i, value);
  }
  if (tokens.is(i, TokenKind::Hangul)) {
    constexpr std::size_t kHalf = 3 * 3;  // 상반기
    const CalendarWord* word = find_calendar(tokens.text(i).substr(0, kHalf));
    if (word == nullptr || word->kind != CalendarKind::HalfYear) return 0;
    value.particle = tokens.text(i).substr(kHalf);
    return finish_period(value, "H", word->value, 1);
  }
  const int number = small_number(tokens, i, 1);
  if (number >= 1 && number <= 4 && i + 1 < tokens.size()) {
    if (tokens.is(i + 1, TokenKind::Hangul) && starts_with(tokens.text(i + 1), "분기")) {
      value.particle = tokens.text(i + 1).substr(6);
      return finish_period(value, "Q", number, 2);
    }
    if (tokens.glued(i + 1) && tokens.is(i + 1, "q")) return finish_period(value, "Q", number, 2);
  }
  return tokens.is(i, TokenKind::Number) ? scan_year(tokens, i, value) : 0;
}

std::size_t scan_series(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  if (tokens.is(i, TokenKind::Latin) || tokens.is(i, TokenKind::Hangul)) {
    const string_view series = series_before(tokens.text(i));
    if (!series.empty()) {
      std::size_t number = i + 1;
      if (tokens.is(number, "#") || (series == "nth" && tokens.is(number, "."))) ++number;
      const bool whole = small_number(tokens, number, 4) >= 0;
      const bool clean = !tokens.glued(number + 1) || tokens.is(number + 1, TokenKind::Hangul) ||
                         (tokens.is(number + 1, TokenKind::Symbol) && !tokens.is(number + 1, "/") &&
                          !tokens.is(number + 1, "%") && !tokens.is(number + 1, ":"));
      if (whole && clean) {
        if (tokens.is(number + 1, TokenKind::Hangul) && tokens.glued(number + 1)) {
          string_view inner;
          const UnitMatch after = match_series_after(tokens.text(number + 1), inner);
          const bool counted = match_unit(tokens.text(number + 1)).unit != nullptr;
          if (inner.empty() && counted) return 0;
          value.particle = tokens.text(number + 1).substr(after.length);
          return finish_series(value, inner.empty() ? series : inner, tokens, number,
                               number + 2 - i);
        }
        return finish_series(value, series, tokens, number, number + 1 - i);
      }
    }
    return scan_ordinal_word(tokens, i, value);
  }
  if (small_number(tokens, i, 3) < 0) return 0;
  if (tokens.is(i + 1, TokenKind::Hangul)) {
    string_view series;
    const string_view word = tokens.text(i + 1);
    const UnitMatch match = match_series_after(word, series);
    const UnitMatch unit = match_unit(word);
    const bool longer_unit = unit.unit != nullptr && unit.length >= match.length;
    if (!series.empty() && !longer_unit && tokens.glued(i + 1)) {
      value.particle = word.substr(match.length);
      return finish_series(value, series, tokens, i, 2);
    }
  }
  return scan_ordinal_word(tokens, i, value);
}

std::size_t scan_place(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  const auto finish = [&](string_view place, string_view name, std::size_t taken) {
    value.type = ValueType::Place;
    value.unit = place;
    value.normal = std::string(place) + " " + std::string(name);
    return taken;
  };
  string_view place;
  if (tokens.is(i, TokenKind::Number)) {
    if (!tokens.is(i + 1, TokenKind::Hangul) || !tokens.glued(i + 1)) return 0;
    const string_view word = tokens.text(i + 1);
    const UnitMatch match = match_place_after(word, place);
    if (place.empty() || (starts_with(word, "호") && tokens.text(i).size() < 3)) return 0;
    if (place == "building" && starts_with(word, "동안")) return 0;
    value.particle = word.substr(match.length);
    return finish(place, tokens.text(i), 2);
  }
  std::size_t name = i + 1;
  if (i + 1 < tokens.size()) {
    place = place_before(tokens.slice(tokens.list[i].begin, tokens.list[i + 1].end));
    if (!place.empty()) name = i + 2;
  }
  if (place.empty()) place = place_before(tokens.text(i));
  if (place.empty() || name >= tokens.size()) return 0;
  const Token& token = tokens.list[name];
  const bool letter =
      token.kind == TokenKind::Latin && token.capital && token.end - token.begin == 1;
  if (!letter && token.kind != TokenKind::Number) return 0;
  std::size_t taken = name + 1 - i;
  if (tokens.glued(name + 1) && tokens.is(name + 1, TokenKind::Hangul)) {
    value.particle = tokens.text(name + 1);
    if (starts_with(value.particle, "호")) value.particle.remove_prefix(3);
    if (!value.particle.empty() || starts_with(tokens.text(name + 1), "호")) ++taken;
  } else if (letter && tokens.glued(name + 1) && tokens.is(name + 1, TokenKind::Number)) {
    return finish(place, tokens.slice(token.begin, tokens.list[name + 1].end), taken + 1);
  }
  return finish(place, tokens.text(name), taken);
}

}  // namespace memfold::models
