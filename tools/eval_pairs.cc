#include "tools/eval_pairs.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "ingest/line_reader.h"
#include "memfold/error.h"
#include "memfold/fact.h"
#include "tools/eval_figures.h"
#include "tools/nearest_name.h"
#include "tools/present.h"
#include "tools/text_width.h"

namespace memfold::tools {
namespace {

using Object = nlohmann::json;

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxLanguageBytes = 35;  // RFC 5646, 4.4.1
constexpr std::size_t kShownColumns = 40;

const std::vector<std::string> kKeys = {"id",       "lang",         "existing", "new",
                                        "expected", "relationship", "split"};

/// The statements: what they are called in a line, and where they go.
struct StatementKey {
  const char* key;
  std::string LabelledPair::*member;
};
constexpr StatementKey kStatements[] = {{"existing", &LabelledPair::existing},
                                        {"new", &LabelledPair::incoming}};

/// Why a line is no pair; caught before the next one.
struct Refusal {
  std::string reason;
};

std::string in_quotes(std::string_view text) {
  return "\"" + fit(printable(text), kShownColumns) + "\"";
}

Object parse_object(const ingest::Line& line) {
  if (line.too_long) throw Refusal{"it is longer than 1 MiB"};
  Object object;
  try {
    object = Object::parse(line.text);
  } catch (const Object::parse_error& error) {
    throw Refusal{"it is not JSON, see byte " + std::to_string(error.byte)};
  }
  if (!object.is_object()) throw Refusal{"it is not a JSON object"};
  return object;
}

/// The text under `key`; empty where it is absent or null.
std::string optional_text(const Object& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_string()) throw Refusal{in_quotes(key) + " must be a text"};
  return found->get<std::string>();
}

std::string required_text(const Object& object, const char* key) {
  std::string text = optional_text(object, key);
  if (collapse_spaces(text).empty()) throw Refusal{in_quotes(key) + " is missing or empty"};
  return text;
}

std::string read_language(const Object& object) {
  std::string language = required_text(object, "lang");
  const bool is_tag = language.size() <= kMaxLanguageBytes &&
                      std::all_of(language.begin(), language.end(), [](char c) {
                        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                               (c >= '0' && c <= '9') || c == '-';
                      });
  if (is_tag) return language;
  throw Refusal{"\"lang\" must be a language such as ko or en, not " + in_quotes(language)};
}

std::string read_statement(const Object& object, const char* key) {
  std::string text = to_nfc(required_text(object, key));
  if (text.size() > kMaxContentBytes) throw Refusal{in_quotes(key) + " is longer than 64 KiB"};
  return text;
}

[[noreturn]] void refuse_name(const char* key, const std::string& text,
                              const std::vector<std::string>& known) {
  throw Refusal{in_quotes(key) + " must be one of " + join_texts(known) + ", not " +
                in_quotes(text) + suggestion(text, known)};
}

Verdict read_verdict(const Object& object) {
  const std::string text = required_text(object, "expected");
  if (const auto verdict = parse_name<Verdict>(text)) return *verdict;
  std::vector<std::string> known;
  known.reserve(kVerdictCount);
  for (const Verdict verdict : kClasses) known.push_back(label(verdict));
  refuse_name("expected", text, known);
}

std::optional<EdgeType> read_relationship(const Object& object) {
  const std::string text = optional_text(object, "relationship");
  if (text.empty()) return std::nullopt;
  if (const auto type = parse_name<EdgeType>(text)) return type;
  const auto names = all_names<EdgeType>();
  refuse_name("relationship", text, {names.begin(), names.end()});
}

class PairReader {
 public:
  explicit PairReader(const PairSelection& selection) : selection_(selection) {}

  void take(const ingest::Line& line) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    if (std::all_of(line.text.begin(), line.text.end(), is_space)) return;
    try {
      take(parse_object(line), line.number);
    } catch (const Refusal& refusal) {
      file_.rejected.push_back({line.number, refusal.reason});
    }
  }

  PairFile finish() { return std::move(file_); }

 private:
  void take(const Object& object, std::uint64_t line) {
    const std::string split = optional_text(object, "split");
    const std::string language = read_language(object);
    if (!split.empty()) file_.splits.insert(split);
    file_.languages.insert(language);
    if (!selection_.split.empty() && split != selection_.split) return;
    if (!selection_.language.empty() && language != selection_.language) return;
    count_unknown_keys(object, line);

    LabelledPair pair;
    pair.id = required_text(object, "id");
    pair.language = language;
    for (const StatementKey& one : kStatements) pair.*one.member = read_statement(object, one.key);
    pair.expected = read_verdict(object);
    pair.relationship = read_relationship(object);
    const auto [first, is_new] = lines_of_ids_.emplace(pair.id, line);
    if (!is_new) {
      throw Refusal{"its id " + in_quotes(pair.id) + " is that of line " +
                    std::to_string(first->second)};
    }
    file_.pairs.push_back(std::move(pair));
  }

  void count_unknown_keys(const Object& object, std::uint64_t line) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end()) continue;
      auto& seen = file_.unknown_keys[fit(printable(key), kShownColumns)];
      if (seen.count++ > 0) continue;
      seen.first_line = line;
      seen.nearest = nearest_name(key, kKeys).value_or("");
    }
  }

  const PairSelection& selection_;
  PairFile file_;
  std::map<std::string, std::uint64_t> lines_of_ids_;
};

}  // namespace

PairFile read_pairs(std::unique_ptr<ingest::ByteSource> source, const PairSelection& selection) {
  PairReader reader(selection);
  ingest::LineReader lines(std::move(source), kMaxLineBytes);
  for (ingest::Line line; lines.next(line);) {
    if (!line.damage.empty()) throw Error(ErrorCode::Corruption, line.damage);
    reader.take(line);
  }
  return reader.finish();
}

}  // namespace memfold::tools
