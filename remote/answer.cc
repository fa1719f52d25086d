#include "remote/answer.h"

#include <algorithm>
#include <string_view>

#include "remote/schema.h"
#include "remote/strict_json.h"

namespace memfold::remote {
namespace {

constexpr std::size_t kMaxItems = 32;
constexpr std::size_t kMaxTextBytes = 2000;

std::string text_in(const Received& object, const char* field) {
  return text_of(field_of(object, field), field, kMaxTextBytes);
}

std::optional<EdgeType> link_type_of(const Received& object) {
  if (field_of(object, "relationship_type").is_null()) return std::nullopt;
  const auto type = kind_of<EdgeType>(object, "relationship_type");
  if (std::find(std::begin(kLinkTypes), std::end(kLinkTypes), type) == std::end(kLinkTypes)) {
    refuse("relationship_type is none of those asked for");
  }
  return type;
}

TextSpan span_of(std::string_view value, std::string_view text) {
  const std::size_t at = value.empty() ? std::string_view::npos : text.find(value);
  if (at == std::string_view::npos) return {};
  return {std::uint32_t(at), std::uint32_t(at + value.size())};
}

PropertyChange change_of(const Received& json, const StatementPair& pair) {
  if (!json.is_object()) refuse("property_changes holds something else");
  PropertyChange change;
  change.property = text_in(json, "property");
  change.old_value = text_in(json, "old_value");
  change.new_value = text_in(json, "new_value");
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
  analysis.subject_a = text_in(json, "subject_a");
  analysis.subject_b = text_in(json, "subject_b");
  analysis.relationship = kind_of<SubjectRelation>(json, "relationship");
  for (const Received& change : list_of(json, "property_changes", kMaxItems)) {
    analysis.property_changes.push_back(change_of(change, pair));
  }
  const std::optional<EdgeType> type = link_type_of(json);
  if (analysis.verdict == Verdict::Link) analysis.relationship_type = type;
  analysis.confidence = share_of(json, "confidence");
  analysis.reasoning = text_in(json, "reasoning");
  for (const Received& factor : list_of(json, "key_factors", kMaxItems)) {
    analysis.key_factors.push_back(text_of(factor, "key_factors", kMaxTextBytes));
  }
  only_keys(json, 10);
  check_sense(analysis);
  return analysis;
}

}  // namespace

Answer read_answer(const std::string& content, const StatementPair& pair) {
  Answer answer;
  try {
    answer.analysis = analysis_of(parse_json(content, "what the model wrote"), pair);
  } catch (const Unusable& unusable) {
    answer.problem = unusable.problem;
  }
  return answer;
}

Answer read_response(const std::string& body, const StatementPair& pair) {
  const Completion completion = read_completion(body);
  Answer answer;
  if (completion.problem.empty()) answer = read_answer(completion.text, pair);
  if (answer.problem.empty()) answer.problem = completion.problem;
  answer.usage = completion.usage;
  return answer;
}

}  // namespace memfold::remote
