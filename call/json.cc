#include "call/json.h"

namespace memfold::call {

/// Appended: operator[] looks through all keys before.
Json& JsonWriter::add(Json value) {
  if (open_.empty()) return whole_ = std::move(value);
  if (auto* list = open_.back()->get_ptr<Json::array_t*>()) {
    return list->emplace_back(std::move(value));
  }
  auto& object = open_.back()->get_ref<Json::object_t&>();
  return object.emplace_back(key_, std::move(value)).second;
}

void JsonWriter::begin_list(std::size_t size) {
  Json& list = add(Json::array());
  list.get_ref<Json::array_t&>().reserve(size);
  open_.push_back(&list);
}

void JsonWriter::begin_object(std::size_t size) {
  Json& object = add(Json::object());
  object.get_ref<Json::object_t&>().reserve(size);
  open_.push_back(&object);
}

}  // namespace memfold::call
