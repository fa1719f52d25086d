#include "remote/mail_answer.h"

#include "core/text.h"

namespace memfold::remote {
namespace {

constexpr std::size_t kMaxFacts = 64, kMaxEntities = 32, kMaxKeywords = 16;
constexpr std::size_t kMaxStatementBytes = 2000, kMaxWordBytes = 200, kMaxTimeBytes = 40;

/// Cutting would change what it says, so a text that is too long is none.
std::string whole_text_of(const Received& value, const char* field, std::size_t max_bytes) {
  std::string text = collapse_spaces(text_of(value, field, max_bytes + 4));
  if (text.size() > max_bytes) refuse(std::string(field) + " is too long");
  return text;
}

/// A date alone is no moment: it would be midnight somewhere.
std::optional<Time> time_of(const Received& object, const char* field) {
  const Received& value = field_of(object, field);
  if (value.is_null()) return std::nullopt;
  const std::string text = whole_text_of(value, field, kMaxTimeBytes);
  const std::optional<Time> time = parse_time(text);
  if (!time || text.find_first_of("Tt") == std::string::npos) {
    refuse(std::string(field) + " is no time with an offset");
  }
  return time;
}

std::vector<std::string> words_of(const Received& object, const char* field, std::size_t most) {
  std::vector<std::string> words;
  for (const Received& item : list_of(object, field, most)) {
    std::string word = whole_text_of(item, field, kMaxWordBytes);
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

Fact fact_of(const Received& json) {
  if (!json.is_object()) refuse("facts holds something else");
  Fact fact;
  fact.content = whole_text_of(field_of(json, "statement"), "statement", kMaxStatementBytes);
  fact.category = kind_of<Category::Kind>(json, "category");
  fact.importance = share_of(json, "importance");
  fact.confidence = share_of(json, "confidence");
  fact.occurred_at = time_of(json, "occurred_at");
  fact.valid_from = time_of(json, "valid_from");
  fact.valid_until = time_of(json, "valid_until");
  fact.entities = words_of(json, "entities", kMaxEntities);
  fact.keywords = words_of(json, "keywords", kMaxKeywords);
  only_keys(json, 9);
  if (fact.content.empty()) refuse("statement is empty");
  if (fact.valid_from && fact.valid_until && *fact.valid_from > *fact.valid_until) {
    refuse("valid_from is after valid_until");
  }
  return fact;
}

}  // namespace

MailAnswer read_mail_answer(const std::string& content) {
  MailAnswer answer;
  try {
    const Received json = parse_json(content, "what the model wrote");
    if (!json.is_object()) refuse("is no JSON object");
    for (const Received& fact : list_of(json, "facts", kMaxFacts)) {
      answer.facts.push_back(fact_of(fact));
    }
    only_keys(json, 1);
  } catch (const Unusable& unusable) {
    answer.facts.clear();
    answer.problem = unusable.problem;
  }
  return answer;
}

MailAnswer read_mail_response(const std::string& body) {
  const Completion completion = read_completion(body);
  MailAnswer answer;
  if (completion.problem.empty()) answer = read_mail_answer(completion.text);
  if (answer.problem.empty()) answer.problem = completion.problem;
  answer.usage = completion.usage;
  return answer;
}

}  // namespace memfold::remote
