// Records from verified FlatBuffers: each field from the member of its name (table_members.h).
#pragma once

#include <bit>
#include <cstring>

#include "memfold/category.h"
#include "memfold/error.h"
#include "storage/codec_common.h"
#include "storage/codec_memory.h"
#include "storage/ranges.h"
#include "storage/table_members.h"

namespace memfold::storage {

/// Reads the members of one value.
class RecordReader {
 public:
  explicit RecordReader(ValueReader& reader) : reader_(reader) {}

  template <fields::Described Record, typename Schema>
  void read(Record& record, const Schema& stored) {
    static_assert(fields::kIsComplete<Record>);
    static_assert(kHoldsAll<Record, Schema>, "a field of the record has no member in the schema");
    [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
      (read_member<kIndices>(record, stored), ...);
    }
    (std::make_index_sequence<kMemberCount<Schema>>());
  }

 private:
  template <std::size_t kIndex, typename Record, typename Schema>
  void read_member(Record& record, const Schema& stored) {
    constexpr std::size_t kRow = kRowOf<Record, Schema, kIndex>;
    const auto member = stored.template get_field<kIndex>();
    if constexpr (kMemberName<Schema, kIndex> == "flags") {
      read_flags(record, member);
    } else if constexpr (kRow == kNowhere) {
      read_packed(record, there(member));
    } else {
      using Row = fields::Row<Record, kRow>;
      name_ = Row::field.name;
      set(record.*Row::field.member, member);
    }
  }

  /// A struct of the record's table: the other fields are elsewhere.
  template <typename Record, typename Struct>
  void read_packed(Record& record, const Struct& stored) {
    [&]<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
      (read_member<kIndices>(record, stored), ...);
    }
    (std::make_index_sequence<kMemberCount<Struct>>());
  }

  template <typename Record>
  void read_flags(Record& record, std::uint8_t flags) {
    unsigned known = 0;
    fields::for_each_field(record, [&](auto row, auto& value) {
      if constexpr (row.traits.kept == fields::Kept::Flag) {
        value = (flags & row.traits.flag) != 0;
        known |= row.traits.flag;
      }
    });
    if ((flags & ~known) != 0) throw_unknown_kind("flag", flags);
  }

  template <typename T>
  const T& there(const T* stored) const {
    if (stored == nullptr) throw Error(ErrorCode::Corruption, "the value lacks what it must have");
    return *stored;
  }

  // Scalars.
  template <typename T, typename Scalar>
  requires std::is_arithmetic_v<Scalar>
  void set(T& value, Scalar stored) {
    if constexpr (std::is_enum_v<T>) {
      value = read_kind<T>(stored, name_);
    } else if constexpr (std::is_same_v<T, Time>) {
      value = Time{stored};
    } else {
      value = static_cast<T>(stored);
    }
  }
  template <std::size_t kSize>
  void set(std::array<bool, kSize>& values, std::uint8_t bits) {
    if (bits >> kSize) throw_unknown_kind(name_, bits);
    for (std::size_t i = 0; i < kSize; ++i) values[i] = (bits >> i & 1) != 0;
  }
  template <typename T, typename Scalar>
  void set(T& value, const flatbuffers::Optional<Scalar>& stored) {
    if (stored) set(value, *stored);
  }
  template <typename T, typename Scalar>
  void set(std::optional<T>& value, const flatbuffers::Optional<Scalar>& stored) {
    if (stored) set(value.emplace(), *stored);
  }
  template <typename T, std::size_t kSize, std::uint16_t kLength>
  void set(std::array<T, kSize>& values, const flatbuffers::Array<T, kLength>* stored) {
    static_assert(kSize == kLength);
    for (std::size_t i = 0; i < kSize; ++i) values[i] = stored->Get(flatbuffers::uoffset_t(i));
  }

  // Structs and tables.
  void set(Id& id, const schema::Id* stored) { id = from_schema(there(stored)); }
  void set(std::optional<Id>& id, const schema::Id* stored) { id = from_schema(stored); }
  template <typename Struct>
  void set(Digest& digest, const Struct* stored) {
    digest = std::bit_cast<Digest>(there(stored));
  }
  void set(TextSpan& span, const schema::TextSpan* stored) {
    if (stored != nullptr) read(span, *stored);
  }
  template <fields::Described Record, typename Schema>
  void set(Record& record, const Schema* stored) {
    if constexpr (std::is_same_v<Record, Memory>) {
      record = read_memory(reader_, there(stored));
    } else {
      read(record, there(stored));
    }
  }
  template <fields::Described Record, typename Table>
  void set(std::optional<Record>& record, const Table* stored) {
    if (stored != nullptr) set(record.emplace(), stored);
  }

  /// Its number comes before its text, in structs of the table.
  void set(Category& category, std::uint8_t stored) {
    category = read_kind<Category::Kind>(stored, name_);
  }
  void set(Category& category, const flatbuffers::String* stored) {
    const std::string text = reader_.text(stored);
    if (text.empty()) return;
    Category own;
    if (category == Category::Misc && Category::wrong_name(text).empty()) {
      own = Category::named(text);
    }
    // Whatever was not written like this is no value of ours.
    if (!own.is_own() || own.name() != text) {
      throw Error(ErrorCode::Corruption, "the value has a category no memory can have");
    }
    category = std::move(own);
  }

  // What lies outside.
  void set(std::string& text, const flatbuffers::String* stored) { text = reader_.text(stored); }
  void set(std::vector<std::string>& texts, const flatbuffers::Vector<Text>* stored) {
    texts = reader_.texts(stored);
  }
  void set(std::vector<Id>& ids, const flatbuffers::Vector<const schema::Id*>* stored) {
    ids = reader_.ids(stored);
  }
  template <typename T>
  requires std::is_arithmetic_v<T>
  void set(std::vector<T>& numbers, const flatbuffers::Vector<T>* stored) {
    numbers = reader_.numbers(stored);
  }
  /// Counters a later version added are refused: counts would no longer add up.
  template <typename T, std::size_t kSize>
  void set(std::array<T, kSize>& counters, const flatbuffers::Vector<T>* stored) {
    const std::vector<T> numbers = reader_.numbers(stored);
    if (numbers.size() != kSize) {
      throw Error(ErrorCode::Corruption, "the value holds another number of counters");
    }
    std::copy(numbers.begin(), numbers.end(), counters.begin());
  }
  template <fields::Described Record, typename Table>
  void set(std::vector<Record>& records,
           const flatbuffers::Vector<flatbuffers::Offset<Table>>* stored) {
    if (stored == nullptr) return;
    reader_.take(stored->size(), sizeof(flatbuffers::uoffset_t));
    records.reserve(stored->size());
    for (const Table* one : *stored) read(records.emplace_back(), *one);
  }
  template <fields::Described Record, typename Struct>
  void set(std::vector<Record>& records, const flatbuffers::Vector<const Struct*>* stored) {
    if (stored == nullptr) return;
    reader_.take(stored->size(), sizeof(Struct));
    records.reserve(stored->size());
    for (const Struct* one : *stored) read(records.emplace_back(), *one);
  }

  ValueReader& reader_;
  const char* name_ = "";
};

/// A whole value. Throws Error(Corruption).
template <typename Record, typename Table>
Record decode_table(std::string_view bytes, const char* identifier) {
  ValueReader reader(bytes);
  Record record;
  RecordReader(reader).read(record, verified_root<Table>(bytes, identifier));
  require_in_range(record, ErrorCode::Corruption);
  return record;
}

}  // namespace memfold::storage
