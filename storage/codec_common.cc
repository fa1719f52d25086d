#include "storage/codec_common.h"

#include <cstring>

#include "memfold/error.h"

namespace memfold::storage {

static_assert(sizeof(schema::Id) == sizeof(Id) && alignof(schema::Id) == 1);

Text write_text(Builder& builder, std::string_view text) {
  return text.empty() ? Text() : builder.CreateString(text.data(), text.size());
}

Texts write_texts(Builder& builder, std::span<const std::string> texts) {
  if (texts.empty()) return {};
  std::vector<Text> offsets;
  offsets.reserve(texts.size());
  for (const std::string& text : texts) {
    offsets.push_back(builder.CreateString(text.data(), text.size()));
  }
  return builder.CreateVector(offsets);
}

Ids write_ids(Builder& builder, std::span<const Id> ids) {
  if (ids.empty()) return {};
  return builder.CreateVectorOfStructs(reinterpret_cast<const schema::Id*>(ids.data()), ids.size());
}

Changes write_changes(Builder& builder, std::span<const PropertyChange> changes) {
  if (changes.empty()) return {};
  check_table_list(changes.size(), "property changes");
  std::vector<flatbuffers::Offset<schema::PropertyChange>> offsets;
  offsets.reserve(changes.size());
  for (const PropertyChange& change : changes) {
    const Text property = write_text(builder, change.property);
    const Text old_value = write_text(builder, change.old_value);
    const Text new_value = write_text(builder, change.new_value);
    const schema::TextSpan old_span(change.old_span.begin, change.old_span.end);
    const schema::TextSpan new_span(change.new_span.begin, change.new_span.end);
    schema::PropertyChangeBuilder table(builder);
    table.add_property(property);
    table.add_old_value(old_value);
    table.add_new_value(new_value);
    if (change.old_span != TextSpan{}) table.add_old_span(&old_span);
    if (change.new_span != TextSpan{}) table.add_new_span(&new_span);
    table.add_change(static_cast<std::uint8_t>(change.change));
    offsets.push_back(table.Finish());
  }
  return builder.CreateVector(offsets);
}

void check_table_list(std::size_t size, const char* what) {
  if (size <= kMaxTableList) return;
  throw Error(ErrorCode::InvalidArgument, std::to_string(size) + " " + what +
                                              " are more than a stored value holds (" +
                                              std::to_string(kMaxTableList) + ")");
}

std::string_view finished(const Builder& builder) {
  if (builder.GetSize() > kMaxValueBytes) {
    throw Error(ErrorCode::InvalidArgument, "a record of " + std::to_string(builder.GetSize()) +
                                                " bytes is over the limit of " +
                                                std::to_string(kMaxValueBytes));
  }
  return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
}

void ValueReader::take(std::size_t count, std::size_t width) {
  if (count > budget_ / width) {
    throw Error(ErrorCode::Corruption, "the value's fields overlap");
  }
  budget_ -= count * width;
}

std::string ValueReader::text(const flatbuffers::String* text) {
  if (text == nullptr) return {};
  take(text->size(), 1);
  return {text->c_str(), text->size()};
}

std::vector<std::string> ValueReader::texts(const flatbuffers::Vector<Text>* texts) {
  std::vector<std::string> result;
  if (texts == nullptr) return result;
  take(texts->size(), 4);
  result.reserve(texts->size());
  for (const flatbuffers::String* item : *texts) result.push_back(text(item));
  return result;
}

std::vector<Id> ValueReader::ids(const flatbuffers::Vector<const schema::Id*>* ids) {
  std::vector<Id> result;
  if (ids == nullptr) return result;
  take(ids->size(), sizeof(Id));
  result.reserve(ids->size());
  for (const schema::Id* id : *ids) result.push_back(from_schema(*id));
  return result;
}

std::vector<std::uint64_t> ValueReader::integers(
    const flatbuffers::Vector<std::uint64_t>* integers) {
  if (integers == nullptr) return {};
  take(integers->size(), sizeof(std::uint64_t));
  std::vector<std::uint64_t> result(integers->size());
  if (result.empty()) return result;
  // Not through the vector's own elements: the verifier holds them to 4 bytes of alignment, not 8.
  std::memcpy(result.data(), integers->Data(), result.size() * sizeof(std::uint64_t));
  for (std::uint64_t& value : result) value = flatbuffers::EndianScalar(value);
  return result;
}

std::vector<PropertyChange> ValueReader::changes(
    const flatbuffers::Vector<flatbuffers::Offset<schema::PropertyChange>>* changes) {
  std::vector<PropertyChange> result;
  if (changes == nullptr) return result;
  take(changes->size(), 4);
  result.reserve(changes->size());
  const auto span = [](const schema::TextSpan* stored) {
    return stored == nullptr ? TextSpan{} : TextSpan{stored->begin(), stored->end()};
  };
  for (const schema::PropertyChange* stored : *changes) {
    PropertyChange& change = result.emplace_back();
    change.property = text(stored->property());
    change.old_value = text(stored->old_value());
    change.new_value = text(stored->new_value());
    change.change = read_kind<ChangeKind>(stored->change(), "kind of change");
    change.old_span = span(stored->old_span());
    change.new_span = span(stored->new_span());
  }
  return result;
}

void throw_unknown_kind(const char* field, int value) {
  throw Error(ErrorCode::Corruption, std::string("the value holds an unknown ") + field + " (" +
                                         std::to_string(value) + ")");
}

void throw_unverified(const char* identifier) {
  throw Error(ErrorCode::Corruption,
              std::string("the value does not verify as a ") + identifier + " record");
}

}  // namespace memfold::storage
