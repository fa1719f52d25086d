// Records as FlatBuffers: each field as the member of its name (table_members.h).
#pragma once

#include <bit>
#include <cstring>

#include "memfold/category.h"
#include "storage/codec_common.h"
#include "storage/codec_memory.h"
#include "storage/ranges.h"
#include "storage/table_members.h"

namespace memfold::storage {

template <typename Table, fields::Described Record>
flatbuffers::Offset<Table> write_table(Builder& builder, const Record& record);

template <typename Scalar, typename T>
Scalar to_scalar(const T& value) {
  if constexpr (std::is_same_v<T, Time>) {
    return static_cast<Scalar>(value.micros);
  } else if constexpr (std::is_same_v<T, Category>) {
    return static_cast<Scalar>(value.kind());
  } else {
    return static_cast<Scalar>(value);
  }
}

/// A bit each.
template <std::size_t kSize>
std::uint8_t to_bits(const std::array<bool, kSize>& values) {
  static_assert(kSize <= 8);
  unsigned bits = 0;
  for (std::size_t i = 0; i < kSize; ++i) bits |= unsigned(values[i]) << i;
  return static_cast<std::uint8_t>(bits);
}

template <fields::Described Record>
std::uint8_t flags_of(const Record& record) {
  unsigned flags = 0;
  fields::for_each_field(record, [&](auto row, const auto& value) {
    if constexpr (row.traits.kept == fields::Kept::Flag) flags |= value ? row.traits.flag : 0u;
  });
  return static_cast<std::uint8_t>(flags);
}

template <typename Struct, fields::Described Record>
Struct to_struct(const Record& record) {
  std::array<std::uint8_t, sizeof(Struct)> bytes{};
  const auto put = [&]<std::size_t kIndex>() {
    using Member = Scalars<MemberType<Struct, kIndex>>;
    constexpr std::size_t kRow = kRowOf<Record, Struct, kIndex>;
    constexpr std::size_t kOffset = offset_in_struct<Struct, kIndex>();
    const auto store = [&](std::size_t i, auto value) {
      const auto scalar = flatbuffers::EndianScalar(to_scalar<typename Member::Type>(value));
      std::memcpy(bytes.data() + kOffset + i * sizeof scalar, &scalar, sizeof scalar);
    };
    if constexpr (kMemberName<Struct, kIndex> == "flags") {
      store(0, flags_of(record));
    } else {
      static_assert(kRow != kNowhere, "a struct of the schema has a member that is no field");
      const auto& value = record.*fields::Row<Record, kRow>::field.member;
      if constexpr (Member::count > 1) {
        static_assert(std::tuple_size_v<std::remove_cvref_t<decltype(value)>> == Member::count);
        for (std::size_t i = 0; i < Member::count; ++i) store(i, value[i]);
      } else if constexpr (requires { to_bits(value); }) {
        store(0, to_bits(value));
      } else {
        store(0, value);
      }
    }
  };
  [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
    (put.template operator()<kIndices>(), ...);
  }
  (std::make_index_sequence<kMemberCount<Struct>>());
  return std::bit_cast<Struct>(bytes);
}

/// Writes what lies outside its table; 0: nothing does, or it is empty.
template <typename Member>
struct Outside {
  template <typename T>
  static flatbuffers::uoffset_t write(Builder&, const T&, bool) {
    return 0;
  }
};
template <>
struct Outside<const flatbuffers::String*> {
  static flatbuffers::uoffset_t write(Builder& builder, const std::string& text, bool even_empty) {
    return even_empty ? builder.CreateString(text).o : write_text(builder, text).o;
  }
  static flatbuffers::uoffset_t write(Builder& builder, const Category& category, bool) {
    return category.is_own() ? write_text(builder, category.name()).o : 0;
  }
};
template <typename Table>
requires IsTable<Table>
struct Outside<const Table*> {
  template <fields::Described Record>
  static flatbuffers::uoffset_t write(Builder& builder, const Record& record, bool) {
    if constexpr (std::is_same_v<Record, Memory>) {
      return write_memory(builder, record).o;
    } else {
      return write_table<Table>(builder, record).o;
    }
  }
  template <typename Record>
  static flatbuffers::uoffset_t write(Builder& builder, const std::optional<Record>& record, bool) {
    return record ? write(builder, *record, false) : 0;
  }
};
template <typename T>
requires std::is_arithmetic_v<T>
struct Outside<const flatbuffers::Vector<T>*> {
  template <typename List>
  static flatbuffers::uoffset_t write(Builder& builder, const List& numbers, bool even_empty) {
    // An array is there with all it has.
    if (numbers.empty() && !even_empty) return 0;
    return builder.CreateVector(numbers.data(), numbers.size()).o;
  }
};
template <>
struct Outside<const flatbuffers::Vector<Text>*> {
  static flatbuffers::uoffset_t write(Builder& builder, const std::vector<std::string>& texts,
                                      bool) {
    return write_texts(builder, texts).o;
  }
};
template <typename Table>
struct Outside<const flatbuffers::Vector<flatbuffers::Offset<Table>>*> {
  template <typename Record>
  static flatbuffers::uoffset_t write(Builder& builder, const std::vector<Record>& records, bool) {
    if (records.empty()) return 0;
    check_table_list(records.size(), Table::Traits::name);
    std::vector<flatbuffers::Offset<Table>> offsets;
    offsets.reserve(records.size());
    for (const Record& record : records) offsets.push_back(write_table<Table>(builder, record));
    return builder.CreateVector(offsets).o;
  }
};
template <typename Struct>
struct Outside<const flatbuffers::Vector<const Struct*>*> {
  static flatbuffers::uoffset_t write(Builder& builder, const std::vector<Id>& ids, bool) {
    return write_ids(builder, ids).o;
  }
  template <fields::Described Record>
  static flatbuffers::uoffset_t write(Builder& builder, const std::vector<Record>& records, bool) {
    if (records.empty()) return 0;
    std::vector<Struct> structs;
    structs.reserve(records.size());
    for (const Record& record : records) structs.push_back(to_struct<Struct>(record));
    return builder.CreateVectorOfStructs(structs).o;
  }
};

/// What a member reads as where it is absent: the schema's default.
template <typename Table, std::size_t kIndex>
MemberType<Table, kIndex> absent_value() {
  // A table without members: its vtable (4 bytes, of a table of 4 bytes), then the way back to it.
  alignas(8) static constexpr std::uint8_t kEmpty[] = {4, 0, 4, 0, 4, 0, 0, 0};
  return reinterpret_cast<const Table*>(kEmpty + 4)->template get_field<kIndex>();
}

/// Puts a value into the open table.
template <typename Table, std::size_t kIndex>
class MemberWriter {
  using Member = MemberType<Table, kIndex>;
  static constexpr auto kSlot = flatbuffers::voffset_t(4 + 2 * kIndex);

 public:
  explicit MemberWriter(Builder& builder) : builder_(builder) {}

  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_arithmetic_v<Member>) {
      const Member scalar = to_scalar<Member>(value);
      if constexpr (std::is_same_v<Member, bool>) {
        builder_.AddElement<std::uint8_t>(kSlot, scalar, absent_value<Table, kIndex>());
      } else {
        builder_.AddElement<Member>(kSlot, scalar, absent_value<Table, kIndex>());
      }
    } else if constexpr (std::is_pointer_v<Member>) {
      const auto stored = to_struct<Pointee<Member>>(value);
      builder_.AddStruct(kSlot, &stored);
    } else {  // null where it is absent: written whatever it is
      using Scalar = std::remove_cvref_t<decltype(*std::declval<Member>())>;
      builder_.AddElement<Scalar>(kSlot, to_scalar<Scalar>(value));
    }
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    static_assert(!std::is_arithmetic_v<Member>, "the schema lacks `= null`");
    if (value) put(*value);
  }
  void put(const Id& id) {
    const schema::Id stored = to_schema(id);
    builder_.AddStruct(kSlot, &stored);
  }
  void put(const Digest& digest) {
    const auto stored = std::bit_cast<Pointee<Member>>(digest);
    builder_.AddStruct(kSlot, &stored);
  }
  void put(const TextSpan& span) {
    if (span == TextSpan{}) return;
    const auto stored = to_struct<schema::TextSpan>(span);
    builder_.AddStruct(kSlot, &stored);
  }
  void put_outside(flatbuffers::uoffset_t offset) {
    builder_.AddOffset(kSlot, flatbuffers::Offset<void>(offset));
  }

 private:
  Builder& builder_;
};

template <typename Member>
inline constexpr bool kLiesOutside = false;
template <>
inline constexpr bool kLiesOutside<const flatbuffers::String*> = true;
template <typename T>
inline constexpr bool kLiesOutside<const flatbuffers::Vector<T>*> = true;
template <typename Table>
requires IsTable<Table>
inline constexpr bool kLiesOutside<const Table*> = true;

template <typename Table, fields::Described Record>
flatbuffers::Offset<Table> write_table(Builder& builder, const Record& record) {
  static_assert(fields::kIsComplete<Record>);
  static_assert(kHoldsAll<Record, Table>, "a field of the record has no member in the schema");
  static constexpr auto kOutsideOrder = outside_order<Table>();
  std::array<flatbuffers::uoffset_t, kMemberCount<Table>> outside{};
  for_each_member<kOutsideOrder>([&]<std::size_t kIndex>() {
    constexpr std::size_t kRow = kRowOf<Record, Table, kIndex>;
    if constexpr (kRow != kNowhere && kLiesOutside<MemberType<Table, kIndex>>) {
      outside[kIndex] = Outside<MemberType<Table, kIndex>>::write(
          builder, record.*fields::Row<Record, kRow>::field.member,
          kMemberName<Table, kIndex> == kWrittenEmpty<Table>);
    }
  });
  const flatbuffers::uoffset_t start = builder.StartTable();
  for_each_member<kWriteOrder<Table>>([&]<std::size_t kIndex>() {
    constexpr std::size_t kRow = kRowOf<Record, Table, kIndex>;
    MemberWriter<Table, kIndex> writer(builder);
    if constexpr (kLiesOutside<MemberType<Table, kIndex>>) {
      static_assert(kRow != kNowhere, "the schema has a member that is no field");
      writer.put_outside(outside[kIndex]);
    } else if constexpr (kRow == kNowhere) {
      static_assert(std::is_pointer_v<MemberType<Table, kIndex>>,
                    "the schema has a member that is no field");
      writer.put(record);
    } else {
      writer.put(record.*fields::Row<Record, kRow>::field.member);
    }
  });
  return flatbuffers::Offset<Table>(builder.EndTable(start));
}

/// A whole value. Throws Error(InvalidArgument) for what is out of range or too large.
template <typename Table, fields::Described Record>
std::string_view encode_table(Builder& builder, const Record& record, const char* identifier) {
  require_in_range(record, ErrorCode::InvalidArgument);
  builder.Clear();
  builder.Finish(write_table<Table>(builder, record), identifier);
  return finished(builder);
}

}  // namespace memfold::storage
