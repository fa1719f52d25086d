#include "tools/eval/streams.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace memfold::tools {
namespace {

using Object = nlohmann::json;

const std::vector<std::string> kStreamKeys = {"domain", "items", "ask"};

struct NamedDecision {
  const char* name;
  StreamDecision decision;
};
constexpr std::array<NamedDecision, kStreamDecisions> kNames = {
    {{"CREATE", StreamDecision::Create},
     {"UPDATE", StreamDecision::Update},
     {"SKIP", StreamDecision::Skip},
     {"MERGE", StreamDecision::Merge},
     {"BACKDATE", StreamDecision::Backdate},
     {"KEEP", StreamDecision::Keep}}};

StreamDecision read_expected(const Object& object) {
  const std::string text = required_text(object, "expect");
  std::vector<std::string> known;
  for (const NamedDecision& one : kNames) {
    if (text == one.name) return one.decision;
    known.emplace_back(one.name);
  }
  refuse_name("expect", text, known);
}

const Object* find_list(const Object& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return nullptr;
  if (!found->is_array()) throw Refusal{in_quotes(key) + " must be a list"};
  return &*found;
}

std::string read_spelling(const Object& text, const char* key) {
  if (!text.is_string()) throw Refusal{in_quotes(key) + " must hold texts"};
  std::string spelling = normalise_key(to_valid_utf8(text.get<std::string>()));
  if (spelling.empty()) throw Refusal{in_quotes(key) + " holds an empty text"};
  return spelling;
}

std::vector<std::string> read_texts(const Object& object, const char* key) {
  std::vector<std::string> texts;
  const Object* const list = find_list(object, key);
  if (list == nullptr) return texts;
  for (const Object& text : *list) texts.push_back(read_spelling(text, key));
  return texts;
}

Spellings read_spellings(const Object& object, const char* key) {
  Spellings spellings;
  const Object* const list = find_list(object, key);
  if (list == nullptr) return spellings;
  for (const Object& ways : *list) {
    if (!ways.is_array() || ways.empty()) {
      throw Refusal{in_quotes(key) + " must be a list of lists of texts"};
    }
    std::vector<std::string>& one = spellings.emplace_back();
    for (const Object& way : ways) one.push_back(read_spelling(way, key));
  }
  return spellings;
}

/// "3" of the file is place 2.
std::size_t read_place(const Object& number, std::size_t places, const char* key) {
  if (!number.is_number_unsigned() || number.get<std::size_t>() < 1 ||
      number.get<std::size_t>() > places) {
    throw Refusal{in_quotes(key) + " must be the number of an earlier item"};
  }
  return number.get<std::size_t>() - 1;
}

Time read_time(const Object& object, const char* key) {
  const std::string text = required_text(object, key);
  const std::optional<Time> time = parse_time(text);
  if (!time) throw Refusal{in_quotes(key) + " is no time: " + in_quotes(text)};
  return *time;
}

SourceType read_source(const Object& object) {
  const std::string text = optional_text(object, "source");
  if (text.empty()) return SourceType::Realtime;
  std::vector<std::string> known;
  for (const SourceType type : {SourceType::UserInput, SourceType::Bootstrapped,
                                SourceType::ToolOutput, SourceType::Realtime}) {
    if (text == name(type)) return type;
    known.emplace_back(name(type));
  }
  refuse_name("source", text, known);
}

Fact read_fact(const Object& object, std::size_t place) {
  Fact fact;
  fact.content = required_statement(object, "text");
  fact.idempotency_key = "item " + std::to_string(place + 1);
  fact.source_type = read_source(object);
  fact.thread_id = optional_text(object, "thread");
  fact.subject = optional_text(object, "subject");
  fact.stated_at = read_time(object, "at");
  if (object.contains("occurred_at") && !object.at("occurred_at").is_null()) {
    fact.occurred_at = read_time(object, "occurred_at");
  }
  if (const Object* const people = find_list(object, "people")) {
    for (const Object& person : *people) {
      if (!person.is_string()) throw Refusal{"\"people\" must hold texts"};
      fact.people.push_back(to_valid_utf8(person.get<std::string>()));
    }
  }
  return fact;
}

StreamItem read_item(const Object& object, std::size_t place) {
  if (!object.is_object()) throw Refusal{"\"items\" must hold objects"};
  StreamItem item;
  item.fact = read_fact(object, place);
  item.expected = read_expected(object);
  item.now = read_spellings(object, "now");
  item.gone = read_texts(object, "gone");
  const bool aims = item.expected != StreamDecision::Create;
  if (aims != (object.contains("target") && !object.at("target").is_null())) {
    throw Refusal{aims ? "an item that is no CREATE needs a \"target\""
                       : "a CREATE has no \"target\""};
  }
  if (aims) item.target = read_place(object.at("target"), place, "target");
  if (const Object* const list = find_list(object, "retires")) {
    for (const Object& number : *list) {
      item.retires.push_back(read_place(number, place, "retires"));
    }
  }
  return item;
}

StreamQuestion read_question(const Object& object) {
  if (!object.is_object()) throw Refusal{"\"ask\" must hold objects"};
  StreamQuestion question{required_text(object, "question"), read_spellings(object, "says"),
                          read_texts(object, "not")};
  if (question.says.empty()) throw Refusal{"a question needs what the answer \"says\""};
  return question;
}

}  // namespace

std::string label(StreamDecision decision) {
  for (const NamedDecision& one : kNames) {
    if (one.decision == decision) return one.name;
  }
  return {};
}

Verdict verdict_for(StreamDecision expected) {
  switch (expected) {
    case StreamDecision::Skip:
      return Verdict::Duplicate;
    case StreamDecision::Merge:
      return Verdict::Merge;
    case StreamDecision::Create:
      return Verdict::Unrelated;
    case StreamDecision::Update:
    case StreamDecision::Backdate:
    case StreamDecision::Keep:
      break;
  }
  return Verdict::Update;
}

StreamFile read_streams(std::unique_ptr<ingest::ByteSource> source,
                        const LineSelection& selection) {
  StreamFile file;
  read_labelled_lines(std::move(source), selection, kStreamKeys, file,
                      [&](const LabelledLine& line) {
                        Stream stream{.id = line.id,
                                      .language = line.language,
                                      .domain = optional_text(line.object, "domain"),
                                      .items = {},
                                      .questions = {}};
                        const Object* const items = find_list(line.object, "items");
                        if (items == nullptr || items->empty())
                          throw Refusal{"a stream needs \"items\""};
                        for (const Object& item : *items) {
                          try {
                            stream.items.push_back(read_item(item, stream.items.size()));
                          } catch (const Refusal& refusal) {
                            throw Refusal{"item " + std::to_string(stream.items.size() + 1) + ": " +
                                          refusal.reason};
                          }
                        }
                        if (const Object* const questions = find_list(line.object, "ask")) {
                          for (const Object& question : *questions) {
                            stream.questions.push_back(read_question(question));
                          }
                        }
                        file.streams.push_back(std::move(stream));
                      });
  return file;
}

bool says_any(const std::string& text, const std::vector<std::string>& spellings) {
  const std::string key = normalise_key(text);
  return std::any_of(spellings.begin(), spellings.end(), [&](const std::string& spelling) {
    return key.find(spelling) != std::string::npos;
  });
}

bool says_all(const std::string& text, const Spellings& spellings) {
  return std::all_of(spellings.begin(), spellings.end(),
                     [&](const std::vector<std::string>& ways) { return says_any(text, ways); });
}

}  // namespace memfold::tools
