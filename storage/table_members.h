// Which field of a record is which member of a table or struct of the schema: they have one name.
// What has no field of its name is a struct that packs several (`kinds`, `figures`, `times`).
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "storage/record_fields.h"
#include "storage/table_order.h"

namespace memfold::storage {

/// Tables have a builder, structs do not; strings and lists are neither.
template <typename Schema>
concept IsTable = requires {
  typename Schema::Builder;
};
template <typename Schema>
concept IsStruct = !IsTable<Schema> && requires {
  typename Schema::Traits;
};

inline constexpr std::size_t kNowhere = ~std::size_t{0};

template <typename Schema>
inline constexpr std::size_t kMemberCount = Schema::Traits::fields_number;
template <typename Schema, std::size_t kIndex>
inline constexpr std::string_view kMemberName = Schema::Traits::field_names[kIndex];
template <typename Schema, std::size_t kIndex>
using MemberType = typename Schema::Traits::template FieldType<kIndex>;

template <typename Schema>
constexpr std::size_t member_named(std::string_view name) {
  for (std::size_t i = 0; i < kMemberCount<Schema>; ++i) {
    if (Schema::Traits::field_names[i] == name) return i;
  }
  return kNowhere;
}

/// Whether a member of this name holds the field, or its text (Traits::named_in).
constexpr bool is_member_of(const auto& field, std::string_view name) {
  return field.name == name || (field.traits.named_in && field.traits.named_in == name);
}

template <fields::Described Record>
constexpr std::size_t row_named(std::string_view name) {
  return [&]<std::size_t... kRows>(std::index_sequence<kRows...>) {
    std::size_t found = kNowhere;
    ((is_member_of(fields::Row<Record, kRows>::field, name) &&
              fields::Row<Record, kRows>::traits.kept == fields::Kept::Table
          ? void(found = kRows)
          : void()),
     ...);
    return found;
  }
  (std::make_index_sequence<fields::kFieldCount<Record>>());
}

/// The row of the field that a member holds; kNowhere: it packs several.
template <fields::Described Record, typename Schema, std::size_t kIndex>
inline constexpr std::size_t kRowOf = row_named<Record>(kMemberName<Schema, kIndex>);

/// What a pointer that an accessor returns points to.
template <typename Pointer>
using Pointee = std::remove_const_t<std::remove_pointer_t<Pointer>>;

/// Whether a field is in the table, or in a struct of it.
template <typename Record, typename Schema>
constexpr bool holds_field(std::string_view name) {
  if (member_named<Schema>(name) != kNowhere) return true;
  return [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    const auto packs = [&]<std::size_t kIndex>() {
      using Packing = Pointee<MemberType<Schema, kIndex>>;
      if constexpr (kRowOf<Record, Schema, kIndex> == kNowhere && IsStruct<Packing>) {
        return member_named<Packing>(name) != kNowhere;
      }
      return false;
    };
    return (packs.template operator()<kIndices>() || ...);
  }
  (std::make_index_sequence<kMemberCount<Schema>>());
}

template <typename Record, typename Schema>
inline constexpr bool kHoldsAll = []<std::size_t... kRows>(std::index_sequence<kRows...>) {
  return ((fields::Row<Record, kRows>::traits.kept != fields::Kept::Table ||
           holds_field<Record, Schema>(fields::Row<Record, kRows>::name)) &&
          ...);
}
(std::make_index_sequence<fields::kFieldCount<Record>>());

/// All members, those of `first` first.
template <typename Schema>
constexpr auto members_in_order(std::string_view first) {
  std::array<std::size_t, kMemberCount<Schema>> order{};
  std::array<bool, kMemberCount<Schema>> taken{};
  std::size_t next = 0;
  while (!first.empty()) {
    const std::string_view name = first.substr(0, first.find(' '));
    const std::size_t member = member_named<Schema>(name);
    if (member == kNowhere || taken[member]) throw "no such member, or twice";
    taken[member] = true;
    order[next++] = member;
    first.remove_prefix(std::min(first.size(), name.size() + 1));
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (!taken[i]) order[next++] = i;
  }
  return order;
}

template <typename Schema>
inline constexpr auto kWriteOrder = members_in_order<Schema>(kWrittenFirst<Schema>);

template <typename Schema>
constexpr auto outside_order() {
  if constexpr (kOutsideFirst<Schema> == kWrittenFirst<Schema>) return kWriteOrder<Schema>;
  return members_in_order<Schema>(kOutsideFirst<Schema>);
}

/// visit.operator()<index>() for each.
template <const auto& kOrder, typename Visit>
void for_each_member(Visit visit) {
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    (visit.template operator()<kOrder[kIndices]>(), ...);
  }
  (std::make_index_sequence<kOrder.size()>());
}

// Structs: scalars and arrays of them, each aligned to its own size.
template <typename Member>
struct Scalars {
  using Type = Member;
  static constexpr std::size_t count = 1;
};
template <typename T, std::uint16_t kLength>
struct Scalars<const flatbuffers::Array<T, kLength>*> {
  using Type = T;
  static constexpr std::size_t count = kLength;
};

template <typename Struct, std::size_t kIndex>
constexpr std::size_t offset_in_struct() {
  if constexpr (kIndex == 0) {
    return 0;
  } else {
    using Before = Scalars<MemberType<Struct, kIndex - 1>>;
    constexpr std::size_t align = sizeof(typename Scalars<MemberType<Struct, kIndex>>::Type);
    constexpr std::size_t end =
        offset_in_struct<Struct, kIndex - 1>() + Before::count * sizeof(typename Before::Type);
    return (end + align - 1) / align * align;
  }
}

}  // namespace memfold::storage
