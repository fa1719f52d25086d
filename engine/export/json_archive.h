// Values as JSON and back, from one list of fields each (record_fields.h).
//
// Whatever is zero, empty or none is left out, and read as that; a value whose bits are not exactly
// those is written. Text that is not UTF-8 becomes {"base64": ...}, a time that does not print its
// microseconds, a number that is not finite {"bits": ...}.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "memfold/category.h"
#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/time.h"

namespace memfold::exporting {

using Json = nlohmann::ordered_json;

/// A value that cannot be read. Whoever knows the line says which.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Refused.
[[noreturn]] void refuse(const std::string& what);

Json text_to_json(std::string_view text);
std::string text_from_json(const Json& json);
Json time_to_json(Time time);
Time time_from_json(const Json& json);
Json real_to_json(double value);
double real_from_json(const Json& json);
Id id_from_json(const Json& json);
Category category_from_json(const Json& json);
Json row_to_json(const std::vector<std::int16_t>& row);  ///< base64, little-endian
std::vector<std::int16_t> row_from_json(const Json& json);
Json digest_to_json(const std::array<std::uint8_t, 32>& digest);
std::array<std::uint8_t, 32> digest_from_json(const Json& json);
std::int64_t integer_from_json(const Json& json, std::int64_t least, std::int64_t most);
std::uint64_t natural_from_json(const Json& json, std::uint64_t most);

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};
template <typename T>
struct IsArray : std::false_type {};
template <typename T, std::size_t N>
struct IsArray<std::array<T, N>> : std::true_type {};

/// Whether a value may be left out.
template <typename T>
bool is_blank(const T& value) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value) == 0;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value == T{};
  } else if constexpr (std::is_same_v<T, std::string> || IsVector<T>::value) {
    return value.empty();
  } else if constexpr (std::is_same_v<T, Time> || std::is_same_v<T, Id>) {
    return value == T{};
  } else if constexpr (IsOptional<T>::value) {
    return !value.has_value();
  } else if constexpr (IsArray<T>::value) {
    for (const auto& one : value) {
      if (!is_blank(one)) return false;
    }
    return true;
  } else {
    return false;  // enumerations and tables are always written
  }
}

template <typename T>
Json to_json(const T& value);
template <typename T>
T from_json(const Json& json);

/// The name is a function's here, whatever namespaces of that name a unit of ten knows: each record
/// has its own (record_fields.h).
void fields() = delete;

/// Puts fields into an object.
class Writer {
 public:
  explicit Writer(Json& out) : out_(out) {}

  template <typename T>
  void operator()(const char* name, const T& value) {
    if (!is_blank(value)) out_[name] = to_json(value);
  }

 private:
  Json& out_;
};

/// Takes fields out of an object; every one must be known.
class Reader {
 public:
  explicit Reader(const Json& in) : in_(in) {
    if (!in.is_object()) refuse("an object is expected");
  }

  template <typename T>
  void operator()(const char* name, T& value) {
    const auto found = in_.find(name);
    if (found == in_.end()) {
      value = T{};
      return;
    }
    ++taken_;
    try {
      value = from_json<T>(*found);
    } catch (const Refused& refused) {
      refuse(std::string(name) + ": " + refused.what());
    }
  }
  /// Call it when every field was taken.
  void finish() const {
    if (taken_ == in_.size()) return;
    refuse("it has a field this memfold does not know");
  }

 private:
  const Json& in_;
  std::size_t taken_ = 0;
};

template <typename T>
Json to_json(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return text_to_json(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return real_to_json(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(name(value));
  } else if constexpr (std::is_same_v<T, Category>) {
    return std::string(value.name());
  } else if constexpr (std::is_same_v<T, Time>) {
    return time_to_json(value);
  } else if constexpr (std::is_same_v<T, Id>) {
    return to_string(value);
  } else if constexpr (std::is_same_v<T, std::array<std::uint8_t, 32>>) {
    return digest_to_json(value);
  } else if constexpr (std::is_same_v<T, std::vector<std::int16_t>>) {
    return row_to_json(value);
  } else if constexpr (IsOptional<T>::value) {
    return to_json(*value);
  } else if constexpr (IsVector<T>::value || IsArray<T>::value) {
    Json list = Json::array();
    for (const auto& one : value) list.push_back(to_json(one));
    return list;
  } else {
    Json object = Json::object();
    Writer writer(object);
    visit_fields(writer, value);
    return object;
  }
}

template <typename T>
T number_from_json(const Json& json) {
  if constexpr (std::is_signed_v<T>) {
    return T(integer_from_json(json, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  } else {
    return T(natural_from_json(json, std::numeric_limits<T>::max()));
  }
}

template <typename T>
T list_from_json(const Json& json) {
  if (!json.is_array()) refuse("a list is expected");
  T list{};
  if constexpr (IsArray<T>::value) {
    if (json.size() != list.size()) {
      refuse("a list of " + std::to_string(list.size()) + " is expected");
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      list[i] = from_json<typename T::value_type>(json[i]);
    }
  } else {
    for (const Json& one : json) list.push_back(from_json<typename T::value_type>(one));
  }
  return list;
}

template <typename T>
T enum_from_json(const Json& json) {
  const auto value =
      json.is_string() ? parse_name<T>(json.template get_ref<const std::string&>()) : std::nullopt;
  if (!value) refuse("it is none of the known names");
  return *value;
}

template <typename T>
T from_json(const Json& json) {
  if constexpr (std::is_same_v<T, std::string>) {
    return text_from_json(json);
  } else if constexpr (std::is_same_v<T, double>) {
    return real_from_json(json);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!json.is_boolean()) refuse("true or false is expected");
    return json.template get<bool>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    return number_from_json<T>(json);
  } else if constexpr (std::is_enum_v<T>) {
    return enum_from_json<T>(json);
  } else if constexpr (std::is_same_v<T, Category>) {
    return category_from_json(json);
  } else if constexpr (std::is_same_v<T, Time>) {
    return time_from_json(json);
  } else if constexpr (std::is_same_v<T, Id>) {
    return id_from_json(json);
  } else if constexpr (std::is_same_v<T, std::array<std::uint8_t, 32>>) {
    return digest_from_json(json);
  } else if constexpr (std::is_same_v<T, std::vector<std::int16_t>>) {
    return row_from_json(json);
  } else if constexpr (IsOptional<T>::value) {
    return from_json<typename T::value_type>(json);
  } else if constexpr (IsVector<T>::value || IsArray<T>::value) {
    return list_from_json<T>(json);
  } else {
    T table{};
    Reader reader(json);
    visit_fields(reader, table);
    reader.finish();
    return table;
  }
}

}  // namespace memfold::exporting
