#include "remote/answer.h"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/text.h"
#include "remote/schema.h"

namespace memfold::remote {
namespace {

/// Sorted, unlike what we send: finding a key among a hostile million of them must stay quick.
using Received = nlohmann::json;

constexpr std::size_t kMaxItems = 32;
constexpr std::size_t kMaxTextBytes = 2000;
constexpr std::int64_t kMostTokens = 1'000'000'000;

/// What is wrong with an answer; never leaves this file.
struct Unusable {
  std::string problem;
};

[[noreturn]] void refuse(const std::string& problem) {
  throw Unusable{problem};
}

/// `field` holds nothing of the answer: only names of the schema come here.
const Received& field_of(const Received& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end()) refuse(std::string("lacks ") + field);
  return *found;
}

/// At most kMaxTextBytes of it, whole characters, NFC and without NUL.
std::string text_of(const Received& value, const char* field) {
  if (!value.is_string()) refuse(std::string(field) + " is no text");
  std::string text = to_nfc(to_valid_utf8(value.get_ref<const std::string&>()));
  if (text.size() <= kMaxTextBytes) return text;
  std::size_t end = kMaxTextBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  return text;
}

const Received& list_of(const Received& object, const char* field) {
  const Received& list = field_of(object, field);
  if (!list.is_array()) refuse(std::string(field) + " is no list");
  if (list.size() > kMaxItems) refuse(std::string(field) + " has too many items");
  return list;
}

template <typename E>
E kind_of(const Received& object, const char* field) {
  const auto kind = parse_name<E>(text_of(field_of(object, field), field));
  if (!kind) refuse(std::string(field) + " is none of those asked for");
  return *kind;
}

bool flag_of(const Received& object, const char* field) {
  const Received& flag = field_of(object, field);
  if (!flag.is_boolean()) refuse(std::string(field) + " is not true or false");
  return flag.get<bool>();
}

double confidence_of(const Received& object) {
  const Received& number = field_of(object, "confidence");
  if (!number.is_number()) refuse("confidence is no number");
  const double confidence = number.get<double>();
  if (!(confidence >= 0 && confidence <= 1)) refuse("confidence does not lie in 0..1");
  return confidence;
}

std::optional<EdgeType> link_type_of(const Received& object) {
  if (field_of(object, "relationship_type").is_null()) return std::nullopt;
  const auto type = kind_of<EdgeType>(object, "relationship_type");
  if (std::find(std::begin(kLinkTypes), std::end(kLinkTypes), type) == std::end(kLinkTypes)) {
    refuse("relationship_type is none of those asked for");
  }
  return type;
}

void only_keys(const Received& object, std::size_t expected) {
  if (object.size() != expected) refuse("has fields nobody asked for");
}

TextSpan span_of(std::string_view value, std::string_view text) {
  const std::size_t at = value.empty() ? std::string_view::npos : text.find(value);
  if (at == std::string_view::npos) return {};
  return {std::uint32_t(at), std::uint32_t(at + value.size())};
}

PropertyChange change_of(const Received& json, const StatementPair& pair) {
  if (!json.is_object()) refuse("property_changes holds something else");
  PropertyChange change;
  change.property = text_of(field_of(json, "property"), "property");
  change.old_value = text_of(field_of(json, "old_value"), "old_value");
  change.new_value = text_of(field_of(json, "new_value"), "new_value");
  change.change = kind_of<ChangeKind>(json, "change");
  only_keys(json, 4);
  change.old_span = span_of(change.old_value, pair.existing.content);
  change.new_span = span_of(change.new_value, pair.incoming.content);
  return change;
}

void check_sense(const Analysis& analysis) {
  const bool needs_one_subject = analysis.verdict == Verdict::Duplicate ||
                                 analysis.verdict == Verdict::Update ||
                                 analysis.verdict == Verdict::Merge;
  if (needs_one_subject && !analysis.same_subject) {
    refuse("contradicts itself: " + std::string(name(analysis.verdict)) + " of two subjects");
  }
}

Analysis analysis_of(const Received& json, const StatementPair& pair) {
  if (!json.is_object()) refuse("is no JSON object");
  Analysis analysis;
  analysis.verdict = kind_of<Verdict>(json, "verdict");
  analysis.same_subject = flag_of(json, "same_subject");
  analysis.subject_a = text_of(field_of(json, "subject_a"), "subject_a");
  analysis.subject_b = text_of(field_of(json, "subject_b"), "subject_b");
  analysis.relationship = kind_of<SubjectRelation>(json, "relationship");
  for (const Received& change : list_of(json, "property_changes")) {
    analysis.property_changes.push_back(change_of(change, pair));
  }
  const std::optional<EdgeType> type = link_type_of(json);
  if (analysis.verdict == Verdict::Link) analysis.relationship_type = type;
  analysis.confidence = confidence_of(json);
  analysis.reasoning = text_of(field_of(json, "reasoning"), "reasoning");
  for (const Received& factor : list_of(json, "key_factors")) {
    analysis.key_factors.push_back(text_of(factor, "key_factors"));
  }
  only_keys(json, 10);
  check_sense(analysis);
  return analysis;
}

Received parse(const std::string& text, const char* what) {
  Received json = Received::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) refuse(std::string(what) + " is no JSON");
  return json;
}

std::int64_t tokens_of(const Received& usage, const char* field) {
  const auto found = usage.find(field);
  if (found == usage.end() || !found->is_number_integer()) return 0;
  return std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, kMostTokens);
}

Usage usage_of(const Received& response) {
  const auto usage = response.is_object() ? response.find("usage") : response.end();
  if (usage == response.end() || !usage->is_object()) return {};
  return {tokens_of(*usage, "prompt_tokens"), tokens_of(*usage, "completion_tokens")};
}

/// choices[0].message.content
const std::string& content_of(const Received& response) {
  const auto choices = response.is_object() ? response.find("choices") : response.end();
  if (choices == response.end() || !choices->is_array() || choices->empty()) {
    refuse("the response is no chat completion");
  }
  const Received& choice = choices->front();
  const auto message = choice.is_object() ? choice.find("message") : choice.end();
  if (message == choice.end() || !message->is_object()) refuse("the response holds no message");
  const auto content = message->find("content");
  if (content == message->end() || !content->is_string()) refuse("the model wrote no text");
  return content->get_ref<const std::string&>();
}

}  // namespace

Answer read_answer(const std::string& content, const StatementPair& pair) {
  Answer answer;
  try {
    answer.analysis = analysis_of(parse(content, "what the model wrote"), pair);
  } catch (const Unusable& unusable) {
    answer.problem = unusable.problem;
  }
  return answer;
}

Answer read_response(const std::string& body, const StatementPair& pair) {
  Answer answer;
  try {
    const Received response = parse(body, "the response");
    answer.usage = usage_of(response);
    const Usage usage = answer.usage;
    answer = read_answer(content_of(response), pair);
    answer.usage = usage;
  } catch (const Unusable& unusable) {
    answer.problem = unusable.problem;
  }
  return answer;
}

}  // namespace memfold::remote
