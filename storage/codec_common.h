// What the value codecs share: writing and reading the pieces of FlatBuffers values.
//
// Every encode() builds into a FlatBufferBuilder the caller reuses and returns a view of the
// finished bytes, valid until the builder is used again. Every decode_*() takes bytes from
// anywhere, at an address divisible by 8: it verifies them first and throws Error(Corruption) for
// whatever is not a value this code could have written; it reads nothing outside of `bytes` and
// allocates no more than a small multiple of their size.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/analysis.h"
#include "memfold/id.h"
#include "memfold/kinds.h"
#include "memfold/time.h"
#include "storage/schema/common_generated.h"

namespace memfold::storage {

using Builder = flatbuffers::FlatBufferBuilder;
using Text = flatbuffers::Offset<flatbuffers::String>;
using Texts = flatbuffers::Offset<flatbuffers::Vector<Text>>;
using Ids = flatbuffers::Offset<flatbuffers::Vector<const schema::Id*>>;

/// Bounds a decoder holds values to; encoders refuse what would pass them.
inline constexpr std::size_t kMaxTableList = 32 * 1024;  ///< tables in one list
inline constexpr std::size_t kMaxValueBytes = 64 << 20;  ///< of one value
inline constexpr std::uint32_t kMaxTables = 4 * kMaxTableList;
inline constexpr std::uint32_t kMaxDepth = 8;

// Writing. Empty strings and lists are left out.
Text write_text(Builder& builder, std::string_view text);
Texts write_texts(Builder& builder, std::span<const std::string> texts);
Ids write_ids(Builder& builder, std::span<const Id> ids);

inline schema::Id to_schema(const Id& id) {
  return std::bit_cast<schema::Id>(id);
}

/// Throws Error(InvalidArgument) when a list of tables is longer than a decoder would take.
void check_table_list(std::size_t size, const char* what);

/// The bytes of the value that was just finished. Throws Error(InvalidArgument) past
/// kMaxValueBytes.
std::string_view finished(const Builder& builder);

/// Reads the pieces of one verified value. Strings and lists of an honest value never share bytes,
/// so together they cannot be larger than it: this stops a small hostile value from growing when
/// read.
class ValueReader {
 public:
  explicit ValueReader(std::string_view bytes) : budget_(bytes.size()) {}

  std::string text(const flatbuffers::String* text);
  std::vector<std::string> texts(const flatbuffers::Vector<Text>* texts);
  std::vector<Id> ids(const flatbuffers::Vector<const schema::Id*>* ids);
  template <typename T>
  std::vector<T> numbers(const flatbuffers::Vector<T>* numbers) {
    if (numbers == nullptr) return {};
    take(numbers->size(), sizeof(T));
    std::vector<T> result(numbers->size());
    if (result.empty()) return result;
    // Not through the vector's own elements: the verifier holds them to 4 bytes of alignment.
    std::memcpy(result.data(), numbers->Data(), result.size() * sizeof(T));
    for (T& value : result) value = flatbuffers::EndianScalar(value);
    return result;
  }

  /// Takes `count` items of `width` bytes from the budget.
  void take(std::size_t count, std::size_t width);

 private:
  std::size_t budget_;
};

inline Id from_schema(const schema::Id& id) {
  return std::bit_cast<Id>(id);
}
inline std::optional<Id> from_schema(const schema::Id* id) {
  return id == nullptr ? std::nullopt : std::optional(from_schema(*id));
}

[[noreturn]] void throw_unknown_kind(const char* field, int value);

/// The enumerator with this stored value. Throws Error(Corruption) when there is none.
template <typename E>
E read_kind(std::uint8_t stored, const char* field) {
  const E value = static_cast<E>(stored);
  if (name(value) == "?") throw_unknown_kind(field, stored);
  return value;
}
[[noreturn]] void throw_unverified(const char* identifier);

/// The root of a value, after it has been verified as a whole. Throws Error(Corruption).
template <typename Table>
const Table& verified_root(std::string_view bytes, const char* identifier) {
  if (bytes.size() < 8 || bytes.size() > kMaxValueBytes) throw_unverified(identifier);
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(data, bytes.size(), kMaxDepth, kMaxTables);
  if (!verifier.VerifyBuffer<Table>(identifier)) throw_unverified(identifier);
  return *flatbuffers::GetRoot<Table>(data);
}

}  // namespace memfold::storage
