#include "ingest/source_json.h"

#include "core/text.h"
#include "ingest/address.h"
#include "ingest/turns.h"
#include "memfold/error.h"

namespace memfold::ingest {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMaxAttachments = 1000;

std::string set_address(Mailbox& person, const dom::element& value) {
  std::string problem = set_text(person.address, value);
  person.address = fold_case(trim(person.address));
  return problem;
}

std::string set_name(Mailbox& person, const dom::element& value) {
  std::string problem = set_text(person.name, value);
  person.name = collapse_spaces(person.name);
  return problem;
}

constexpr auto kPersonKeys = std::to_array<JsonKey<Mailbox>>({{"name", set_name},
                                                              {"address", set_address},
                                                              {"email", set_address},
                                                              {"id", pass_over},
                                                              {"role", pass_over}});

std::string set_bytes(Attachment& file, const dom::element& value) {
  return value.get(file.bytes) == simdjson::SUCCESS ? std::string() : "must be a number of bytes";
}

template <std::string Attachment::*field>
std::string set_field(Attachment& file, const dom::element& value) {
  return set_text(file.*field, value);
}

constexpr auto kAttachmentKeys = std::to_array<JsonKey<Attachment>>({
    {"name", set_field<&Attachment::file_name>},
    {"file_name", set_field<&Attachment::file_name>},
    {"mimetype", set_field<&Attachment::content_type>},
    {"type", set_field<&Attachment::content_type>},
    {"content_type", set_field<&Attachment::content_type>},
    {"size", set_bytes},
    {"bytes", set_bytes},
});

}  // namespace

void reject(std::string_view where, std::string_view why) {
  throw Error(ErrorCode::InvalidArgument, std::string(where) + ": " + std::string(why));
}

dom::element parse_json(dom::parser& parser, std::string_view json, std::size_t max_depth,
                        std::string_view where) {
  if (parser.capacity() < json.size() || parser.max_depth() != max_depth) {
    if (parser.allocate(std::max<std::size_t>(json.size(), 4096), max_depth) != simdjson::SUCCESS) {
      reject(where, "too large for a JSON document");
    }
  }
  dom::element document;
  if (const auto error = parser.parse(json.data(), json.size()).get(document)) {
    reject(where, std::string("not valid JSON: ") + simdjson::error_message(error));
  }
  return document;
}

std::string set_text(std::string& field, const dom::element& value) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return "must be a string";
  field = to_valid_utf8(text);  // without NULs
  return {};
}

std::string set_turn_time(TurnTime& field, const dom::element& value) {
  constexpr auto kProblem =
      "must be a time like 2026-01-22T14:00:00+09:00, 00:12:30 or seconds as a number";
  std::string_view text;
  double seconds = 0;
  std::optional<TurnTime> time;
  if (value.get(text) == simdjson::SUCCESS) {
    time = parse_turn_time(text);
  } else if (value.is_number() && value.get(seconds) == simdjson::SUCCESS) {
    time = turn_time_of(seconds);
  }
  if (!time) return kProblem;
  field = *time;
  return {};
}

std::string set_people(std::vector<Mailbox>& field, const dom::element& value) {
  constexpr auto kProblem = "must be a list of names or of {name, address}";
  const auto add = [&](std::string_view text) {
    for (Mailbox& person : people_in(text)) {
      if (field.size() < kMaxAddresses) field.push_back(std::move(person));
    }
  };
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    add(text);
    return {};
  }
  dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return kProblem;
  for (dom::element item : items) {
    if (item.get(text) == simdjson::SUCCESS) {
      add(text);
      continue;
    }
    if (!item.is_object()) return kProblem;
    Mailbox person;
    read_object(person, kPersonKeys, item, "participant");
    if (person != Mailbox{} && field.size() < kMaxAddresses) field.push_back(std::move(person));
  }
  return {};
}

std::string set_utc_offset(std::optional<int>& field, const dom::element& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) field = parse_utc_offset(text);
  return field ? std::string() : "must be an offset like +09:00";
}

std::string set_attachments(std::vector<Attachment>& field, const dom::element& value) {
  dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return "must be a list of {name, type, size}";
  for (dom::element item : items) {
    if (!item.is_object()) return "must be a list of {name, type, size}";
    if (field.size() == kMaxAttachments) break;
    Attachment file;
    read_object(file, kAttachmentKeys, item, "file", true);
    field.push_back(std::move(file));
  }
  return {};
}

bool has_any(const dom::element& value, std::span<const std::string_view> keys) {
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return false;
  return std::any_of(object.begin(), object.end(), [&](const dom::key_value_pair& part) {
    return std::find(keys.begin(), keys.end(), part.key) != keys.end();
  });
}

}  // namespace memfold::ingest
