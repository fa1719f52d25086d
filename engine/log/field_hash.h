// What of a record is hashed, and how.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fields/field.h"
#include "core/hash.h"
#include "memfold/category.h"
#include "memfold/id.h"
#include "memfold/time.h"

namespace memfold {

/// Feeds values to the hash: a record as its fields that are digested, by their places
/// (core/fields); what is optional, and each list, preceded by whether it is there or how long it
/// is. Only what is in the hash if it is there comes behind its name: two such fields of one type
/// would hash alike without. One thread at a time.
class FieldHash {
 public:
  void put(std::string_view value) { hash_.field(value); }
  void put(const std::string& value) { put(std::string_view(value)); }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
  void put(Time value) { put(value.micros); }
  void put(const Id& value) {
    hash_.raw({reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()});
  }
  template <std::integral T>
  void put(T value) {
    if constexpr (std::is_signed_v<T>) {
      hash_.field(std::uint64_t(std::int64_t{value}));
    } else {
      hash_.field(std::uint64_t{value});
    }
  }
  template <typename E>
  requires std::is_enum_v<E>
  void put(E value) { put(std::uint64_t(value)); }
  /// As the number it was when there were six; one of its own as a number that is none of them, and
  /// its name.
  void put(const Category& category) {
    if (!category.is_own()) return put(category.kind());
    put(~std::uint64_t{0});
    put(category.name());
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  template <typename T, std::size_t kSize>
  void put(const std::array<T, kSize>& values) {
    for (const T& value : values) put(value);
  }
  /// A row's length follows from the store's dimension.
  void put(const std::vector<std::int16_t>& row) { put(std::span(row)); }
  void put(std::span<const std::int16_t> row) {
    for (const std::int16_t value : row) {
      const char bytes[] = {static_cast<char>(value & 0xFF),
                            static_cast<char>((value >> 8) & 0xFF)};
      hash_.raw({bytes, sizeof bytes});
    }
  }
  template <fields::Described Record>
  void put(const Record& record) {
    static_assert(fields::kAllSaid<Record, &fields::Traits::digest>,
                  "each field says whether it is digested");
    fields::for_each_field_in<&fields::Traits::digest>(record, [&](auto row, const auto& value) {
      constexpr const fields::Place& place = row.traits.digest;
      if constexpr (!place.if_there) {
        put(value);
      } else if (is_there(value)) {
        constexpr bool is_flag = std::same_as<decltype(value), const bool&>;
        if constexpr (is_flag || !place.nameless) put(row.name);
        if constexpr (!is_flag || !place.nameless) put(present(value));
      }
    });
  }

  /// 64 hex digits of everything put. Once.
  std::string finish() {
    const Sha256::Digest digest = hash_.finish();
    return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
  }

 private:
  static bool is_there(bool value) { return value; }
  template <typename T>
  static bool is_there(const std::optional<T>& value) {
    return value.has_value();
  }
  template <typename List>
  requires requires(const List& list) { list.empty(); }
  static bool is_there(const List& value) { return !value.empty(); }

  template <typename T>
  static const T& present(const T& value) {
    return value;
  }
  template <typename T>
  static const T& present(const std::optional<T>& value) {
    return *value;
  }

  Sha256 hash_;
};

}  // namespace memfold
