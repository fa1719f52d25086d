// Typed values in a statement: what can differ between two statements about the same thing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/analysis.h"
#include "models/language/decimal.h"
#include "models/language/tokens.h"

namespace memfold::models {

enum class ValueType : std::uint8_t {
  Money,
  Percent,
  Count,  ///< a number with a counter or a noun: 3명, 5 features, 12 GB
  Number,
  Date,
  Time,
  Duration,
  Frequency,
  Quarter,
  Year,
  Version,
  Ordinal,
  Id,
  Email,
  Url,
  Place,
  Status,
  Negation,
  Name,
};

/// The property name a value type has in a PropertyChange: "money", "date", ...
std::string_view property_name(ValueType type);

/// A calendar date with only the parts that were said; 0 or -1 means not said.
struct DateParts {
  int year = 0, month = 0, day = 0;
  int weekday = 0;       ///< 1 Monday .. 7 Sunday
  int part = 0;          ///< of the month: 1 early, 2 middle, 3 end
  bool week = false;     ///< the week that begins on this day
  int relative = kNone;  ///< days (weeks for `week`) from an unknown day
  static constexpr int kNone = -1000;
  bool operator==(const DateParts&) const = default;
};

struct Value {
  ValueType type = ValueType::Number;
  TextSpan span;
  std::string normal;  ///< equal texts mean equal values; the reverse holds but for partial ones
  std::string unit;    ///< currency, counter, series ("week"), kind of place ("room")
  Decimal amount;      ///< quantities, ordinals, quarters, years
  DateParts date;
  int minute = 0;             ///< Time: minute of the day
  bool half_day = false;      ///< Time: may be twelve hours later
  std::string zone;           ///< Time
  std::string_view particle;  ///< what follows a Korean value in the same word; into Tokens
  bool previous = false;      ///< the old value in "from A to B"
  bool attributive = false;   ///< qualifies a noun ("Q1 budget", "1월 매출") rather than states
  bool weak = false;          ///< a guess: counts only where both sides have one
  std::size_t first_token = 0, last_token = 0;    ///< tokens taken, inclusive
  bool operator==(const Value&) const = default;  ///< in every part; see same_value
};

/// Everything but statuses, negations and names (words.h), in order. Relative dates are resolved
/// against `occurred_at` (as a day in UTC) where given. Linear in the number of tokens.
std::vector<Value> find_values(const Tokens& tokens, std::optional<Time> occurred_at);

/// Whether two values of the same type say the same, one perhaps with less detail.
bool same_value(const Value& a, const Value& b);

}  // namespace memfold::models
