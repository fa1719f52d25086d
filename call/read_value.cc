#include "call/read_value.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "memfold/models.h"

namespace memfold::call {
namespace {

const std::string& text_of(const RequestJson& json, const Place& place, const char* problem) {
  const auto* text = json.get_ptr<const std::string*>();
  if (text == nullptr) refuse(place, problem);
  return *text;
}

}  // namespace

void read(const RequestJson& json, std::string& value, const Place& place) {
  value = text_of(json, place, "must be a string");
}

void read(const RequestJson& json, bool& value, const Place& place) {
  if (!json.is_boolean()) refuse(place, "must be true or false");
  value = json.get<bool>();
}

void read(const RequestJson& json, double& value, const Place& place) {
  if (!json.is_number()) refuse(place, "must be a number");
  value = json.get<double>();
}

void read(const RequestJson& json, Id& value, const Place& place) {
  constexpr const char* kProblem = "must be an id of 32 hexadecimal digits";
  const std::optional<Id> id = parse_id(text_of(json, place, kProblem));
  if (!id) refuse(place, kProblem);
  value = *id;
}

void read(const RequestJson& json, Time& value, const Place& place) {
  constexpr const char* kProblem = "must be a time like 2026-01-22T14:00:00+09:00 or a date";
  const std::optional<Time> time = parse_time(text_of(json, place, kProblem));
  if (!time) refuse(place, kProblem);
  value = *time;
}

void read(const RequestJson& json, Category& value, const Place& place) {
  const std::string& text = text_of(json, place, "must be a string");
  if (const std::string problem = Category::wrong_name(text); !problem.empty()) {
    refuse(place, problem);
  }
  value = Category::named(text);
}

void read(const RequestJson& json, TextSpan& value, const Place& place) {
  if (!json.is_array() || json.size() != 2) refuse(place, "must be [begin, end]");
  read(json[0], value.begin, place.at(0));
  read(json[1], value.end, place.at(1));
}

void read(const RequestJson& json, std::vector<float>& value, const Place& place) {
  if (!json.is_array()) refuse(place, "must be a list of numbers");
  if (json.size() > std::size_t(kMaxDimension)) {
    refuse(place, "has more numbers than any store takes");
  }
  value.clear();
  for (const RequestJson& item : json) {
    const float number =
        item.is_number() ? item.get<float>() : std::numeric_limits<float>::quiet_NaN();
    if (!std::isfinite(number)) refuse(place, "must be a list of finite numbers");
    value.push_back(number);
  }
}

void read(const RequestJson& json, std::vector<Metadatum>& value, const Place& place) {
  if (!json.is_object()) refuse(place, "must be an object of texts");
  value.clear();
  for (const auto& [key, part] : json.items()) {
    value.push_back({key, text_of(part, place, "must be an object of texts")});
  }
}

std::int64_t read_integer(const RequestJson& json, std::int64_t least, std::uint64_t most,
                          const Place& place) {
  const bool is_whole = json.is_number_integer();
  // Python's are signed whatever they are, parsed ones only when they are negative.
  const bool is_natural = json.is_number_unsigned() || (is_whole && json.get<std::int64_t>() >= 0);
  const bool is_above = is_natural && json.get<std::uint64_t>() > most;
  const bool is_below = is_whole && !json.is_number_unsigned() && json.get<std::int64_t>() < least;
  if (!is_whole || is_above || is_below) {
    refuse(place,
           "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return json.get<std::int64_t>();
}

void refuse_name(const Place& place, std::span<const std::string_view> names) {
  std::string problem = "must be one of";
  for (std::size_t i = 0; i < names.size(); ++i) {
    problem += (i == 0 ? " " : ", ") + std::string(names[i]);
  }
  refuse(place, problem);
}

namespace read_detail {

void require_object(const RequestJson& json, const Place& place) {
  if (!json.is_object()) refuse(place, "must be an object");
}

void require_range(double value, const fields::Range& range, const Place& place) {
  if (value >= range.least && value <= range.most) return;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "must lie in %g..%g", range.least, range.most);
  refuse(place, text.data());
}

}  // namespace read_detail
}  // namespace memfold::call
