// JSON of sources: objects read by tables of keys, with the place of what is wrong.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/known_keys.h"
#include "ingest/turn_time.h"
#include "memfold/message.h"

namespace memfold::ingest {

/// Throws Error(InvalidArgument, "<where>: <why>").
[[noreturn]] void reject(std::string_view where, std::string_view why);

/// Parses all of `json` (valid UTF-8) or rejects it. The element lives until the parser is used
/// again.
simdjson::dom::element parse_json(simdjson::dom::parser& parser, std::string_view json,
                                  std::size_t max_depth, std::string_view where);

// Setters: take a value over, or say what is wrong with it ("must be a string").
std::string set_text(std::string& field, const simdjson::dom::element& value);
/// A string in one of the forms of parse_turn_time, or a number as turn_time_of takes it.
std::string set_turn_time(TurnTime& field, const simdjson::dom::element& value);
/// "A, B <b@x>" or a list of such strings and of {name, address}.
std::string set_people(std::vector<Mailbox>& field, const simdjson::dom::element& value);
/// "+09:00"
std::string set_utc_offset(std::optional<int>& field, const simdjson::dom::element& value);
/// A list of {name, type, size} as Slack and people write them.
std::string set_attachments(std::vector<Attachment>& field, const simdjson::dom::element& value);
/// For keys that are known and say nothing we use.
template <typename T>
std::string pass_over(T&, const simdjson::dom::element&) {
  return {};
}

template <typename T>
struct JsonKey {
  std::string_view name;
  std::string (*set)(T&, const simdjson::dom::element&);
};

/// Reads `value` into `into` by its keys; null counts as absent. Rejects what is no object, has a
/// key that is not in the table (unless `others_too`) or a value its setter refuses.
template <typename T, std::size_t N>
void read_object(T& into, const std::array<JsonKey<T>, N>& keys,
                 const simdjson::dom::element& value, std::string_view where,
                 bool others_too = false) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) reject(where, "not a JSON object");
  for (const auto& [name, part] : object) {
    const std::string_view key_name = name;
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const JsonKey<T>& known) { return known.name == key_name; });
    if (key == keys.end()) {
      if (others_too) continue;
      std::array<std::string_view, N> known;
      std::transform(keys.begin(), keys.end(), known.begin(),
                     [](const JsonKey<T>& each) { return each.name; });
      reject(where, unknown_key_problem(key_name, known));
    }
    if (part.is_null()) continue;
    if (const std::string problem = key->set(into, part); !problem.empty()) {
      reject(where, std::string(key_name) + " " + problem);
    }
  }
}

/// Whether `value` is an object with one of these keys.
bool has_any(const simdjson::dom::element& value, std::span<const std::string_view> keys);

}  // namespace memfold::ingest
