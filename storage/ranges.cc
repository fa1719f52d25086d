#include "storage/ranges.h"

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "storage/record_fields.h"

namespace memfold::storage {
namespace {

using fields::Described;
using fields::Range;

template <Described Record>
std::string first_problem(const Record& record);

bool holds(double value, const Range& range) {
  return value >= range.least && value <= range.most;  // false for what is no number
}
template <std::integral T>
bool holds(T value, const Range& range) {
  return std::cmp_greater_equal(value, range.from) && std::cmp_less_equal(value, range.up_to);
}
bool holds(Time value, const Range&) {
  return value.micros >= -fields::kFarthest && value.micros <= fields::kFarthest;
}
bool holds(const std::string& value, const Range& range) {
  return value.size() <= range.bytes;
}
template <Described Record>
bool holds(const Record& record, const Range&) {
  return first_problem(record).empty();
}
template <typename T>
bool holds(const std::optional<T>& value, const Range& range) {
  return !value || holds(*value, range);
}
template <typename List>
requires requires(const List& list) {
  list.begin() != list.end();
}
bool holds(const List& values, const Range& range) {
  for (const auto& value : values) {
    if (!holds(value, range)) return false;
  }
  return true;
}

std::string say(double value, const Range& range) {
  char text[96];
  std::snprintf(text, sizeof text, "is %g; it must lie in %g..%g", value, range.least, range.most);
  return text;
}
template <std::integral T>
std::string say(T value, const Range& range) {
  return "is " + std::to_string(value) + "; it must lie in " + std::to_string(range.from) + ".." +
         std::to_string(range.up_to);
}
std::string say(Time value, const Range&) {
  return "is " + std::to_string(value.micros) + " microseconds from 1970; at most " +
         std::to_string(fields::kFarthest) + " are allowed";
}
std::string say(const std::string& value, const Range& range) {
  return "has " + std::to_string(value.size()) + " bytes; at most " + std::to_string(range.bytes) +
         " are allowed";
}
template <Described Record>
std::string say(const Record& record, const Range&) {
  return first_problem(record);
}
template <typename T>
std::string say(const std::optional<T>& value, const Range& range) {
  return say(*value, range);
}
template <typename List>
requires requires(const List& list) {
  list.begin() != list.end();
}
std::string say(const List& values, const Range& range) {
  for (const auto& value : values) {
    if (!holds(value, range)) return say(value, range);
  }
  return {};
}

template <Described Record>
std::string first_problem(const Record& record) {
  static_assert(fields::kHaveRanges<Record>,
                "a text, time or figure says what it may be: within()");
  std::string problem;
  fields::all_fields(record, [&](auto row, const auto& value) {
    using Value = typename fields::Single<std::remove_cvref_t<decltype(value)>>::Type;
    constexpr const Range& range = row.traits.range;
    constexpr bool is_ranged = range.of != Range::Of::Unsaid && range.of != Range::Of::Anything;
    if constexpr (is_ranged || Described<Value>) {
      if (holds(value, range)) return true;
      problem = std::string(row.name) + " " + say(value, range);
      return false;
    }
    return true;
  });
  return problem;
}

}  // namespace

std::string out_of_range(const Memory& memory) {
  return first_problem(memory);
}
std::string out_of_range(const Decision& decision) {
  return first_problem(decision);
}
std::string out_of_range(const VersionRecord& version) {
  return first_problem(version);
}
std::string out_of_range(const FeatureRecord& features) {
  return first_problem(features);
}
std::string out_of_range(const Edge& edge) {
  return first_problem(edge);
}
std::string out_of_range(const UserRecord& user) {
  return first_problem(user);
}
std::string out_of_range(const LogStates& states) {
  return first_problem(states);
}
std::string out_of_range(const Review& review) {
  return first_problem(review);
}
std::string out_of_range(const Analysis& analysis) {
  return first_problem(analysis);
}
std::string out_of_range(const Node& node) {
  return first_problem(node);
}
std::string out_of_range(const Source& source) {
  return first_problem(source);
}
std::string out_of_range(const SourceJob& job) {
  return first_problem(job);
}
std::string out_of_range(const LogSummary& summary) {
  return first_problem(summary);
}

bool is_unit(std::span<const std::int16_t> row) {
  double square = 0;
  for (const std::int16_t value : row) square += double(value) * value;
  // Rounding moves each component by at most 1/2, and so the length by at most sqrt(d) / 2.
  const double slack = std::sqrt(double(row.size())) / 2 + 1;
  return std::abs(std::sqrt(square) - kVectorScale) <= slack;
}

}  // namespace memfold::storage
