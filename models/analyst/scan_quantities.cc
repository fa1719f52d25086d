// Amounts with their units: money, percentages, counts, durations and plain numbers.
#include <string>

#include "models/analyst/number_reader.h"
#include "models/analyst/scan.h"
#include "models/language/amount.h"
#include "models/language/lexicon.h"
#include "models/language/stem.h"

namespace memfold::models {
namespace {

using std::string_view;

string_view currency_before(const Tokens& tokens, std::size_t i, std::size_t& number) {
  static constexpr string_view kSymbols[] = {"$", "₩", "￦", "€", "£", "¥"};
  number = i;
  for (const string_view symbol : kSymbols) {
    if (tokens.is(i, symbol)) {
      number = i + 1;
      return match_unit(symbol).unit->canonical;
    }
  }
  if (!tokens.is(i, TokenKind::Latin)) return {};
  std::size_t next = i + 1;
  if (tokens.is(i, "us") && tokens.glued(next) && tokens.is(next, "$")) {
    number = next + 1;
    return "USD";
  }
  static constexpr string_view kCodes[] = {"usd", "krw", "eur", "jpy", "gbp", "cny", "rmb"};
  for (const string_view code : kCodes) {
    if (tokens.is(i, code)) {
      number = next;
      return match_unit(code).unit->canonical;
    }
  }
  return {};
}

void set_quantity(Value& value, ValueType type, string_view unit, const Decimal& amount) {
  value.type = type;
  value.unit = unit;
  value.amount = amount;
  value.normal = amount.to_string();
  if (type == ValueType::Money) {
    value.normal = std::string(unit) + ' ' + amount.to_string();
  } else if (type == ValueType::Percent) {
    value.normal.append(unit == "%" ? "%" : " points");
  } else if (!unit.empty()) {
    value.normal.append(" ").append(unit);
  }
}

bool set_unit_quantity(Value& value, const Unit& unit, const Decimal& amount) {
  static constexpr ValueType kTypes[] = {ValueType::Money,    ValueType::Percent,
                                         ValueType::Duration, ValueType::Duration,
                                         ValueType::Count,    ValueType::Count};
  const auto scaled = amount.times(Decimal::of(unit.factor));
  if (!scaled) return false;
  set_quantity(value, kTypes[static_cast<int>(unit.kind)], unit.canonical, *scaled);
  return true;
}

/// Two-word units first ("percentage points"), then one word; a Hangul unit may have a particle.
UnitMatch unit_at(const Tokens& tokens, const Cursor& cursor, std::size_t& taken) {
  taken = 0;
  if (cursor.token >= tokens.size()) return {};
  const std::size_t i = cursor.token;
  const string_view text = rest_at(tokens, cursor);
  if (tokens.is(i, TokenKind::Latin) && i + 1 < tokens.size()) {
    const UnitMatch two = match_unit(tokens.slice(tokens.list[i].begin, tokens.list[i + 1].end));
    if (two.unit != nullptr) {
      taken = 2;
      return two;
    }
  }
  if (tokens.is(i, "%") && tokens.glued(i + 1) && tokens.is(i + 1, "p")) {
    taken = 2;
    return match_unit("%p");
  }
  UnitMatch match = match_unit(text);
  if (match.unit == nullptr) return {};
  const bool spaced = cursor.offset == 0 && tokens.list[i].space_before;
  if (spaced && tokens.is(i, TokenKind::Hangul)) {
    const string_view rest = text.substr(match.length);
    if (!rest.empty() && suffix_remainder(rest) == 0) return {};
  }
  // One letter after a space ("5 s") is a word of its own.
  if (spaced && text.size() == 1 && tokens.is(i, TokenKind::Latin)) return {};
  taken = 1;
  return match;
}

/// The noun an English number counts: the first plural among the next words of the phrase.
string_view counted_noun(const Tokens& tokens, std::size_t i) {
  for (std::size_t k = i; k < i + 3 && tokens.is(k, TokenKind::Latin) && !tokens.glued(k); ++k) {
    const string_view word = tokens.text(k);
    const WordEntry* entry = find_word(word);
    const bool skipped = word == "new" || word == "more" || word == "other";
    if (!skipped && entry != nullptr && (entry->flags & kStop) != 0) return {};
    if (word.size() > 3 && word.back() == 's' && word[word.size() - 2] != 's') return word;
  }
  return {};
}

/// "1시간 30분", "2 hours 15 minutes": smaller units that follow add up.
std::size_t add_smaller(const Tokens& tokens, std::size_t i, Value& value, std::int64_t factor) {
  NumberReader reader(tokens, i);
  if (!tokens.is(i, TokenKind::Number) || !reader.read()) return 0;
  std::size_t taken = 0;
  const UnitMatch match = unit_at(tokens, reader.cursor(), taken);
  if (match.unit == nullptr || match.unit->kind != UnitKind::Duration ||
      match.unit->canonical != value.unit || match.unit->factor >= factor) {
    return 0;
  }
  const auto part = reader.amount().times(Decimal::of(match.unit->factor));
  const auto sum = part ? value.amount.plus(*part) : std::nullopt;
  if (!sum) return 0;
  set_quantity(value, ValueType::Duration, value.unit, *sum);
  const std::size_t last = reader.cursor().token;
  if (tokens.is(last, TokenKind::Hangul))
    value.particle = rest_at(tokens, reader.cursor()).substr(match.length);
  return last + taken - i;
}

std::size_t finish_with_unit(const Tokens& tokens, std::size_t i, const NumberReader& reader,
                             const UnitMatch& match, std::size_t taken, Value& value) {
  if (!set_unit_quantity(value, *match.unit, reader.amount())) return 0;
  const Cursor cursor = reader.cursor();
  if (tokens.is(cursor.token, TokenKind::Hangul)) {
    value.particle = rest_at(tokens, cursor).substr(match.length);
  }
  std::size_t end = cursor.token + taken;
  if (value.type == ValueType::Duration && value.particle.empty()) {
    if (tokens.is(end, TokenKind::Number))
      end += add_smaller(tokens, end, value, match.unit->factor);
  }
  return end - i;
}

std::size_t scan_fraction(const Tokens& tokens, std::size_t i, Value& value) {
  const int top = small_number(tokens, i, 3), bottom = small_number(tokens, i + 2, 3);
  if (top < 0 || bottom <= 0 || !tokens.glued(i + 1) || !tokens.is(i + 1, "/") ||
      !tokens.glued(i + 2)) {
    return 0;
  }
  const bool patch =
      i > 0 && (tokens.is(i - 1, "patch") || tokens.is(i - 1, "part") ||
                (i > 1 && tokens.is(i - 1, TokenKind::Number) && tokens.is(i - 2, "v")));
  value.type = patch ? ValueType::Ordinal : ValueType::Number;
  value.unit = patch ? "part" : "";
  value.amount = Decimal::of(top);
  value.normal = (patch ? "part " : "") + std::to_string(top) + "/" + std::to_string(bottom);
  return 3;
}

/// "three features", "두 명": a number word needs something counted.
std::size_t scan_number_word(const Tokens& tokens, std::size_t i, Value& value) {
  if (tokens.is(i, TokenKind::Symbol) || tokens.glued(i)) return 0;
  const int number = number_word(tokens.text(i));
  if (number == 0) return 0;
  std::size_t next = i + 1;
  Decimal amount = Decimal::of(number);
  if (tokens.is(i, TokenKind::Latin) && tokens.is(next, TokenKind::Latin)) {
    if (const int zeros = multiplier_zeros(tokens.text(next), false); zeros != 0 && number < 100) {
      amount = Decimal{amount.mantissa, amount.exponent + zeros};
      ++next;
    }
  }
  std::size_t taken = 0;
  const UnitMatch match = unit_at(tokens, Cursor{next}, taken);
  if (tokens.is(i, TokenKind::Hangul) &&
      (match.unit == nullptr || !tokens.is(next, TokenKind::Hangul))) {
    return 0;
  }
  if (match.unit != nullptr) {
    if (!set_unit_quantity(value, *match.unit, amount)) return 0;
    if (tokens.is(next, TokenKind::Hangul)) value.particle = tokens.text(next).substr(match.length);
    return next + taken - i;
  }
  const string_view noun = counted_noun(tokens, next);
  const bool counts = !noun.empty();
  set_quantity(value, counts ? ValueType::Count : ValueType::Number,
               counts ? string_view(english_stem(noun)) : string_view(), amount);
  return next - i;
}

}  // namespace

std::size_t scan_quantity(const ScanContext& context, std::size_t i, Value& value) {
  const Tokens& tokens = context.tokens;
  std::size_t start = i;
  const string_view currency = currency_before(tokens, i, start);
  if (start == i && tokens.is(i, TokenKind::Symbol)) return 0;
  if (start == i && !tokens.is(i, TokenKind::Number)) {
    if (const std::size_t taken = scan_number_word(tokens, i, value)) return taken;
    if (!tokens.is(i, TokenKind::Hangul)) return 0;
  }
  if (start > i && !tokens.is(start, TokenKind::Number)) return 0;
  if (start == i && tokens.is(i, TokenKind::Number)) {
    if (const std::size_t taken = scan_fraction(tokens, i, value)) return taken;
  }
  // "[1]" points at a footnote.
  if (start == i && i > 0 && tokens.is(i - 1, "[") && tokens.is(i + 1, "]") &&
      small_number(tokens, i, 2) >= 0) {
    return 0;
  }
  NumberReader reader(tokens, start);
  if (!reader.read()) {
    if (!tokens.is(start, TokenKind::Number)) return 0;
    value.type = ValueType::Id;  // too long for an amount, or dots and commas in odd places
    value.normal = tokens.text(start);
    return start + 1 - i;
  }
  std::size_t taken = 0;
  const UnitMatch match = unit_at(tokens, reader.cursor(), taken);
  const std::size_t end = reader.cursor().token;
  if (!currency.empty()) {
    set_quantity(value, ValueType::Money, currency, reader.amount());
    const bool again = match.unit != nullptr && match.unit->kind == UnitKind::Money;
    return end + (again ? taken : 0) - i;
  }
  if (match.unit != nullptr) return finish_with_unit(tokens, i, reader, match, taken, value);
  const bool hangul_rest = reader.cursor().offset > 0;
  const string_view noun = hangul_rest ? string_view() : counted_noun(tokens, end);
  const bool counts = !noun.empty();
  set_quantity(value, counts ? ValueType::Count : ValueType::Number,
               counts ? string_view(english_stem(noun)) : string_view(), reader.amount());
  if (hangul_rest) value.particle = rest_at(tokens, reader.cursor());
  return end + (hangul_rest ? 1 : 0) - i;
}

}  // namespace memfold::models
