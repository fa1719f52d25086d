// Reading JSON that a stranger wrote: every type checked, nothing of it repeated in a message.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "memfold/kinds.h"

namespace memfold::remote {

/// Sorted, unlike what we send: finding a key among a hostile million of them must stay quick.
using Received = nlohmann::json;

/// What is wrong with a response; thrown and caught within this layer.
struct Unusable {
  std::string problem;  ///< quotes nothing of it
};

[[noreturn]] void refuse(const std::string& problem);

/// `what` names the text in "… is no JSON".
Received parse_json(const std::string& text, const char* what);

// `field` is a name of the schema, never part of the response.
const Received& field_of(const Received& object, const char* field);
/// At most `max_bytes` of it, whole characters, NFC and without NUL.
std::string text_of(const Received& value, const char* field, std::size_t max_bytes);
const Received& list_of(const Received& object, const char* field, std::size_t max_items);
bool flag_of(const Received& object, const char* field);
double share_of(const Received& object, const char* field);  ///< a number in 0..1
void only_keys(const Received& object, std::size_t expected);

template <typename E>
E kind_of(const Received& object, const char* field) {
  constexpr std::size_t kLongestName = 64;
  const auto kind = parse_name<E>(text_of(field_of(object, field), field, kLongestName));
  if (!kind) refuse(std::string(field) + " is none of those asked for");
  return *kind;
}

}  // namespace memfold::remote
