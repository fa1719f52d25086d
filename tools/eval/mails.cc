#include "tools/eval/mails.h"

namespace memfold::tools {
namespace {

using Object = nlohmann::json;

const std::vector<std::string> kMailKeys = {"mail", "facts", "kind", "note"};
constexpr std::size_t kDateLetters = 10;    // 2026-01-22
constexpr std::size_t kMinuteLetters = 16;  // 2026-01-22T14:00

const Object& required_list(const Object& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array())
    throw Refusal{in_quotes(key) + " must be a list"};
  return *found;
}

Category::Kind read_category(const Object& object) {
  const std::string text = required_text(object, "category");
  if (const auto category = parse_name<Category::Kind>(text)) return *category;
  const auto names = all_names<Category::Kind>();
  refuse_name("category", text, {names.begin(), names.end()});
}

/// RFC 3339, also without the seconds.
std::optional<Time> parse_to_the_minute(std::string text) {
  if (text.size() > kMinuteLetters && text[kMinuteLetters] != ':') {
    text.insert(kMinuteLetters, ":00");
  }
  return parse_time(text);
}

std::optional<ExpectedDate> read_date(const Object& object) {
  const std::string text = optional_text(object, "date");
  if (text.empty()) return std::nullopt;
  const auto at = parse_to_the_minute(text);
  if (!at)
    throw Refusal{"\"date\" must be a date or RFC 3339 with an offset, not " + in_quotes(text)};
  const std::string kind = required_text(object, "date_kind");
  if (kind != "due" && kind != "occurs") refuse_name("date_kind", kind, {"occurs", "due"});
  return ExpectedDate{*at, text.size() > kDateLetters, kind == "due"};
}

ExpectedFact read_fact(const Object& object) {
  if (!object.is_object()) throw Refusal{"\"facts\" must hold objects"};
  ExpectedFact fact;
  fact.text = required_statement(object, "text");
  fact.category = read_category(object);
  fact.date = read_date(object);
  if (!object.contains("entities")) return fact;
  for (const Object& entity : required_list(object, "entities")) {
    if (!entity.is_string()) throw Refusal{"\"entities\" must hold texts"};
    fact.entities.push_back(entity.get<std::string>());
  }
  return fact;
}

}  // namespace

MailFile read_mails(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection) {
  MailFile file;
  read_labelled_lines(std::move(source), selection, kMailKeys, file, [&](const LabelledLine& line) {
    LabelledMail mail;
    mail.id = line.id;
    mail.language = line.language;
    mail.mail = required_text(line.object, "mail");
    for (const Object& fact : required_list(line.object, "facts")) {
      mail.facts.push_back(read_fact(fact));
    }
    file.mails.push_back(std::move(mail));
  });
  return file;
}

}  // namespace memfold::tools
