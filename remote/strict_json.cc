#include "remote/strict_json.h"

#include "core/text.h"

namespace memfold::remote {

void refuse(const std::string& problem) {
  throw Unusable{problem};
}

Received parse_json(const std::string& text, const char* what) {
  Received json = Received::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) refuse(std::string(what) + " is no JSON");
  return json;
}

const Received& field_of(const Received& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end()) refuse(std::string("lacks ") + field);
  return *found;
}

std::string text_of(const Received& value, const char* field, std::size_t max_bytes) {
  if (!value.is_string()) refuse(std::string(field) + " is no text");
  std::string text = to_nfc(to_valid_utf8(value.get_ref<const std::string&>()));
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  return text;
}

const Received& list_of(const Received& object, const char* field, std::size_t max_items) {
  const Received& list = field_of(object, field);
  if (!list.is_array()) refuse(std::string(field) + " is no list");
  if (list.size() > max_items) refuse(std::string(field) + " has too many items");
  return list;
}

bool flag_of(const Received& object, const char* field) {
  const Received& flag = field_of(object, field);
  if (!flag.is_boolean()) refuse(std::string(field) + " is not true or false");
  return flag.get<bool>();
}

double share_of(const Received& object, const char* field) {
  const Received& number = field_of(object, field);
  if (!number.is_number()) refuse(std::string(field) + " is no number");
  const double share = number.get<double>();
  if (!(share >= 0 && share <= 1)) refuse(std::string(field) + " does not lie in 0..1");
  return share;
}

void only_keys(const Received& object, std::size_t expected) {
  if (object.size() != expected) refuse("has fields nobody asked for");
}

}  // namespace memfold::remote
