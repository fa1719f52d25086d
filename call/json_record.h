// The JSON of records, by their lists of fields (core/fields).
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <vector>

#include "call/json.h"
#include "core/fields/decision.h"
#include "core/fields/graph.h"

namespace memfold::call {

/// What a command shows beside the fields of a record: before those whose place is higher.
template <typename Record>
struct Derived {
  int place;
  const char* name;
  Json (*value)(const Record&);
};

template <fields::Described Record>
Json record_json(const Record& record, std::initializer_list<Derived<Record>> derived = {});

inline Json value_json(const std::string& value) {
  return value;
}
inline Json value_json(const Id& value) {
  return to_json(value);
}
inline Json value_json(Time value) {
  return to_json(value);
}
/// Null: no particular place.
inline Json value_json(const TextSpan& span) {
  return span == TextSpan{} ? Json(nullptr) : Json::array({span.begin, span.end});
}
template <typename T>
requires std::is_arithmetic_v<T> Json value_json(T value) {
  return value;
}
template <typename E>
requires std::is_enum_v<E> Json value_json(E value) {
  return name(value);
}
inline Json value_json(const Category& value) {
  return value.name();
}
template <fields::Described Record>
Json value_json(const Record& record) {
  if constexpr (requires { to_json(record); }) {
    return to_json(record);  // it shows more than its fields
  } else {
    return record_json(record);
  }
}
/// As facts have it: an object.
inline Json value_json(const std::vector<Metadatum>& metadata) {
  Json object = Json::object();
  for (const Metadatum& one : metadata) object[one.key] = one.value;
  return object;
}
template <typename T>
Json value_json(const std::optional<T>& value) {
  return value ? value_json(*value) : Json(nullptr);
}
template <typename T>
Json value_json(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(value_json(value));
  return list;
}

template <fields::Described Record>
Json record_json(const Record& record, std::initializer_list<Derived<Record>> derived) {
  static_assert(fields::kAllSaid<Record, &fields::Traits::shown>,
                "each field says whether a command shows it");
  Json json = Json::object();
  // Appended: operator[] looks through all keys before, and a growing list copies them.
  auto& keys = json.get_ref<Json::object_t&>();
  keys.reserve(fields::kFieldCount<Record> + derived.size() + fields::kFieldCount<Score>);
  auto next = derived.begin();
  fields::for_each_field_in<&fields::Traits::shown>(record, [&](auto row, const auto& value) {
    constexpr fields::Place place = row.traits.shown;
    for (; next != derived.end() && next->place < place.at; ++next) {
      keys.emplace_back(next->name, next->value(record));
    }
    if constexpr (std::same_as<std::remove_cvref_t<decltype(value)>, Score>) {
      Json parts = to_json(value);
      for (auto& [key, part] : parts.template get_ref<Json::object_t&>()) {
        keys.emplace_back(key, std::move(part));  // among the fields of what has it
      }
    } else if constexpr (place.or_null) {
      keys.emplace_back(row.name_in(&fields::Traits::shown),
                        value.empty() ? Json(nullptr) : Json(value));
    } else {
      keys.emplace_back(row.name_in(&fields::Traits::shown), value_json(value));
    }
  });
  for (; next != derived.end(); ++next) {
    keys.emplace_back(next->name, next->value(record));
  }
  return json;
}

}  // namespace memfold::call
