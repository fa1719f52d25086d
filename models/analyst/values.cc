#include "models/analyst/values.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

#include "core/word_lists.h"
#include "models/analyst/scan.h"
#include "models/language/lexicon.h"

namespace memfold::models {
namespace {

using std::string_view;

using Scanner = std::size_t (*)(const ScanContext&, std::size_t, Value&);
/// The first that takes a token wins: the more specific ones come first.
constexpr Scanner kScanners[] = {scan_frequency,  scan_date,          scan_time,
                                 scan_period,     scan_place,         scan_series,
                                 scan_identifier, scan_relative_date, scan_quantity};

constexpr string_view kProperties[] = {"money",   "percent",  "count",     "number",  "date",
                                       "time",    "duration", "frequency", "quarter", "year",
                                       "version", "ordinal",  "id",        "email",   "url",
                                       "place",   "status",   "negation",  "name"};

bool in_series(const Value& value) {
  switch (value.type) {
    case ValueType::Quarter:
    case ValueType::Year:
    case ValueType::Version:
    case ValueType::Ordinal:
    case ValueType::Id:
      return true;
    case ValueType::Date:
      return value.date.day == 0 && value.date.weekday == 0;
    default:
      return false;
  }
}

/// "Q1 budget" and "1월 매출" name the budget and the revenue; "in Q1" and "1월에" say when.
bool qualifies_noun(const Tokens& tokens, const Value& value) {
  if (!value.particle.empty()) return value.particle == "의";
  const std::size_t next = value.last_token + 1;
  std::size_t first = value.first_token;
  if (first > 0 &&
      is_listed({"version", "release", "버전", "릴리즈", "릴리스"}, tokens.text(first - 1))) {
    --first;
    if (first == 0 || tokens.is(next, "of")) return true;
  }
  const bool word_follows = tokens.is(next, TokenKind::Latin) ||
                            tokens.is(next, TokenKind::Hangul) ||
                            tokens.is(next, TokenKind::Number);
  if (tokens.is(next, TokenKind::Latin)) {
    const WordEntry* entry = find_word(tokens.text(next));
    if (entry != nullptr && (entry->flags & (kStop | kReplace | kPrerequisite)) != 0) {
      return first == 0;  // "Version 2.1 of the app", "Week 3 was ..."
    }
  }
  if (first > 0) {
    const string_view before = tokens.text(first - 1);
    if (is_listed({"in", "by", "until", "to", "from", "on", "is", "was", "at", "since", "into",
                   "till", "before", "after", "now"},
                  before)) {
      return false;
    }
    if (before == "for") return word_follows;
  }
  return word_follows || first == 0;
}

bool starts_with_any(string_view text, std::initializer_list<string_view> list) {
  return std::any_of(list.begin(), list.end(), [&](string_view s) { return starts_with(text, s); });
}

/// The word before a value, the name of a product in between left out ("from Debian 11").
bool preceded_by(const Tokens& tokens, const Value& value,
                 std::initializer_list<string_view> list) {
  std::size_t first = value.first_token;
  if (first > 1 && is_product(tokens.text(first - 1))) --first;
  return first > 0 && is_listed(list, tokens.text(first - 1));
}

/// In "from A to B", "A에서 B로", "B instead of A" and "A 대신 B", A is what it used to be.
void mark_previous(const Tokens& tokens, std::vector<Value>& values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    Value& value = values[k];
    const std::size_t next = value.last_token + 1;
    const bool of = preceded_by(tokens, value, {"of"}) && value.first_token > 1 &&
                    tokens.is(value.first_token - 2, "instead");
    const bool than = preceded_by(tokens, value, {"than"}) && value.first_token > 1 &&
                      tokens.is(value.first_token - 2, "rather");
    const bool replaced =
        next < tokens.size() && starts_with_any(tokens.text(next), {"대신", "아니라", "말고"});
    if (of || than || replaced) {
      value.previous = values.size() > 1;
      continue;
    }
    const bool from = preceded_by(tokens, value, {"from"}) || starts_with(value.particle, "에서");
    if (!from) continue;
    for (std::size_t m = k == 0 ? 0 : k - 1; m < values.size() && m <= k + 2; ++m) {
      if (m == k || values[m].type != value.type) continue;
      if (preceded_by(tokens, values[m], {"to"}) ||
          starts_with_any(values[m].particle, {"로", "으로"})) {
        value.previous = true;
      }
    }
  }
}

/// A particle glued to a value of Latin letters, digits or symbols: "Q2로", "20%로".
void take_particle(const Tokens& tokens, Value& value) {
  const std::size_t next = value.last_token + 1;
  if (!value.particle.empty() || tokens.is(value.last_token, TokenKind::Hangul)) return;
  if (!tokens.glued(next) || !tokens.is(next, TokenKind::Hangul)) return;
  const string_view text = tokens.text(next);
  if (suffix_remainder(text) == 0) return;
  value.particle = text;
  value.last_token = next;
}

bool compatible(int a, int b) {
  return a == 0 || b == 0 || a == b;
}

bool same_date(const DateParts& a, const DateParts& b) {
  if (a == b) return true;
  if (a.relative != b.relative || a.week != b.week) return false;
  if (!compatible(a.year, b.year) || !compatible(a.month, b.month) || !compatible(a.day, b.day)) {
    return false;
  }
  if (!compatible(a.weekday, b.weekday) || a.part != b.part) return false;
  // Something must be shared: "Friday" and "22 January" may or may not be one day.
  if ((a.month != 0) != (b.month != 0)) return a.day != 0 && b.day != 0;
  if ((a.day != 0) != (b.day != 0)) return false;
  return true;
}

/// open() is what open(2) documents.
bool same_identifier(string_view a, string_view b) {
  if (a == b) return true;
  const bool function = a.ends_with("()") || b.ends_with("()");
  const std::size_t open = a.find('(');
  return function && open != string_view::npos && a.substr(0, open) == b.substr(0, b.find('('));
}

bool same_time(const Value& a, const Value& b) {
  if (!a.zone.empty() && !b.zone.empty() && a.zone != b.zone) return false;
  if (a.minute == b.minute) return true;
  return (a.half_day || b.half_day) && (a.minute + 12 * 60) % (24 * 60) == b.minute;
}

/// A Latin word between spaces, or before a full stop, that no value begins with: no scanner need
/// look at it. Most words are such.
bool begins_nothing(const Tokens& tokens, std::size_t i) {
  if (!tokens.is(i, TokenKind::Latin) || tokens.glued(i)) return false;
  const bool apart = !tokens.glued(i + 1) || tokens.is(i + 1, ",") ||
                     (tokens.is(i + 1, ".") && !tokens.glued(i + 2));
  if (!apart) return false;
  string_view word = tokens.text(i);
  for (const string_view possessive : {string_view("'s"), string_view("\xE2\x80\x99s")}) {
    if (word.ends_with(possessive)) word.remove_suffix(possessive.size());
  }
  return !begins_value(word);
}

}  // namespace

string_view property_name(ValueType type) {
  return kProperties[static_cast<std::size_t>(type)];
}

std::vector<Value> find_values(const Tokens& tokens, std::optional<Time> occurred_at) {
  ScanContext context{tokens, std::nullopt};
  if (occurred_at) {
    namespace chrono = std::chrono;
    const chrono::sys_time<chrono::microseconds> point{chrono::microseconds{occurred_at->micros}};
    context.today = chrono::floor<chrono::days>(point);
  }
  std::vector<Value> values;
  Value value;
  for (std::size_t i = 0; i < tokens.size();) {
    if (begins_nothing(tokens, i)) {
      ++i;
      continue;
    }
    std::size_t taken = 0;
    for (const Scanner scan : kScanners) {
      taken = scan(context, i, value);
      if (taken > 0) break;
      assert(value == Value{});
    }
    if (taken == 0) {
      ++i;
      continue;
    }
    value.first_token = i;
    value.last_token = std::min(i + taken, tokens.size()) - 1;
    value.span = {tokens.list[i].begin, tokens.list[value.last_token].end};
    if (tokens.is(value.last_token, TokenKind::Hangul)) {
      value.span.end -= std::uint32_t(value.particle.size());
    }
    take_particle(tokens, value);
    value.attributive = in_series(value) && qualifies_noun(tokens, value);
    i = value.last_token + 1;
    values.push_back(std::exchange(value, {}));
  }
  mark_previous(tokens, values);
  return values;
}

bool same_value(const Value& a, const Value& b) {
  if (a.type != b.type) {
    const bool quantities = a.type <= ValueType::Number && b.type <= ValueType::Number;
    const bool one_bare = a.type == ValueType::Number || b.type == ValueType::Number;
    return quantities && one_bare && a.amount == b.amount &&
           a.normal.find('/') == b.normal.find('/');
  }
  switch (a.type) {
    case ValueType::Date:
      return same_date(a.date, b.date);
    case ValueType::Time:
      return same_time(a, b);
    case ValueType::Id:
      return same_identifier(a.normal, b.normal);
    case ValueType::Count: {
      const bool loose = a.unit == "piece" || b.unit == "piece";
      return a.amount == b.amount && (a.unit == b.unit || loose);
    }
    default:
      return a.normal == b.normal;
  }
}

}  // namespace memfold::models
