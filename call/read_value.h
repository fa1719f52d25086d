// From the JSON of a request into the types of the engine. One read() a type; records by their list
// of fields (core/fields, call/requests.h). null counts as absent. What cannot be used throws
// Error(InvalidArgument) that names its place and never holds content.
#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "call/place.h"
#include "core/fields/fact.h"
#include "memfold/analysis.h"
#include "memfold/kinds.h"

namespace memfold::call {

/// Keys sorted, each once: the last of several counts.
using RequestJson = nlohmann::json;

/// Of a list; facts come in as many calls as one likes.
inline constexpr std::size_t kMaxItems = 250'000;

void read(const RequestJson& json, std::string& value, const Place& place);
void read(const RequestJson& json, bool& value, const Place& place);
void read(const RequestJson& json, double& value, const Place& place);
void read(const RequestJson& json, Id& value, const Place& place);
void read(const RequestJson& json, Time& value, const Place& place);
void read(const RequestJson& json, Category& value, const Place& place);
/// [begin, end] in bytes.
void read(const RequestJson& json, TextSpan& value, const Place& place);
void read(const RequestJson& json, std::vector<float>& value, const Place& place);
/// An object of texts.
void read(const RequestJson& json, std::vector<Metadatum>& value, const Place& place);

/// A whole number in [least, most]; -1 is refused where there is no -1.
std::int64_t read_integer(const RequestJson& json, std::int64_t least, std::uint64_t most,
                          const Place& place);

template <std::integral T>
requires(!std::same_as<T, bool>) void read(const RequestJson& json, T& value, const Place& place) {
  using Limits = std::numeric_limits<T>;
  value = static_cast<T>(
      read_integer(json, std::int64_t(Limits::min()), std::uint64_t(Limits::max()), place));
}

/// A name of an enumeration, or refusal with all there are.
[[noreturn]] void refuse_name(const Place& place, std::span<const std::string_view> names);

template <typename E>
requires std::is_enum_v<E>
void read(const RequestJson& json, E& value, const Place& place) {
  const auto* text = json.get_ptr<const std::string*>();
  const std::optional<E> known = text == nullptr ? std::nullopt : parse_name<E>(*text);
  if (!known) refuse_name(place, all_names<E>());
  value = *known;
}

template <fields::Described Record>
void read(const RequestJson& json, Record& record, const Place& place);

template <typename T>
void read(const RequestJson& json, std::optional<T>& value, const Place& place) {
  read(json, value.emplace(), place);
}
/// null says something here: that there shall be none.
template <typename T>
void read(const RequestJson& json, std::optional<std::optional<T>>& value, const Place& place) {
  value.emplace();
  if (!json.is_null()) read(json, *value, place);
}

template <typename T>
void read(const RequestJson& json, std::vector<T>& values, const Place& place) {
  if (!json.is_array()) refuse(place, "must be a list");
  if (json.size() > kMaxItems) refuse(place, "has more items than one request takes");
  values.clear();
  values.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i].is_null()) refuse(place.at(i), "must not be null");
    read(json[i], values.emplace_back(), place.at(i));
  }
}

namespace read_detail {

template <typename T>
inline constexpr bool kNullSays = false;
template <typename T>
inline constexpr bool kNullSays<std::optional<std::optional<T>>> = true;

/// What a host's code says when it is called is in no request.
template <typename T>
inline constexpr bool kIsFunction = false;
template <typename Signature>
inline constexpr bool kIsFunction<std::function<Signature>> = true;

void require_object(const RequestJson& json, const Place& place);
void require_range(double value, const fields::Range& range, const Place& place);

template <typename T>
void require_range(const T& value, const fields::Range& range, const Place& place) {
  if constexpr (std::same_as<T, std::optional<double>>) {
    if (value) require_range(*value, range, place);
  }
}

}  // namespace read_detail

/// The names a request may have, in the order of the list.
template <fields::Described Record>
const std::vector<std::string>& key_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    const Record record{};
    fields::for_each_field(record, [&](auto row, const auto& member) {
      if (!read_detail::kIsFunction<std::remove_cvref_t<decltype(member)>>)
        names.emplace_back(row.name);
    });
    return names;
  }();
  return kNames;
}

template <fields::Described Record>
void read(const RequestJson& json, Record& record, const Place& place) {
  read_detail::require_object(json, place);
  for (const auto& [key, part] : json.items()) {
    bool is_known = false;
    fields::for_each_field(record, [&, &name = key, &given = part](auto row, auto& member) {
      using Member = std::remove_cvref_t<decltype(member)>;
      if constexpr (!read_detail::kIsFunction<Member>) {
        if (is_known || row.name != name) return;
        is_known = true;
        if (given.is_null() && !read_detail::kNullSays<Member>) return;
        const Place inside = place.in(name);
        read(given, member, inside);
        if constexpr (row.traits.range.of == fields::Range::Of::Real) {
          read_detail::require_range(member, row.traits.range, inside);
        }
      }
    });
    if (!is_known) refuse_key(place, key, key_names<Record>());
  }
}

}  // namespace memfold::call
