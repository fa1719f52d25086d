#include "storage/codec_common.h"

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

void throw_unknown_kind(const char* field, int value) {
  throw Error(ErrorCode::Corruption, std::string("the value holds an unknown ") + field + " (" +
                                         std::to_string(value) + ")");
}

void throw_unverified(const char* identifier) {
  throw Error(ErrorCode::Corruption,
              std::string("the value does not verify as a ") + identifier + " record");
}

}  // namespace memfold::storage
