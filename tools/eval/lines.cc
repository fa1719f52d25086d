#include "tools/eval/lines.h"

#include <algorithm>

#include "core/text.h"
#include "ingest/line_reader.h"
#include "memfold/error.h"
#include "memfold/fact.h"
#include "tools/cli/present.h"
#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

using Object = nlohmann::json;

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxLanguageBytes = 35;  // RFC 5646, 4.4.1
constexpr std::size_t kShownColumns = 40;

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

class LabelledReader {
 public:
  LabelledReader(const LineSelection& selection, std::vector<std::string> keys, LabelledFile& file,
                 const std::function<void(const LabelledLine&)>& take)
      : selection_(selection), keys_(std::move(keys)), file_(file), take_(take) {
    keys_.insert(keys_.end(), {"id", "lang", "split"});
  }

  void take(const ingest::Line& line) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    if (std::all_of(line.text.begin(), line.text.end(), is_space)) return;
    try {
      take(parse_object(line), line.number);
    } catch (const Refusal& refusal) {
      file_.rejected.push_back({line.number, refusal.reason});
    }
  }

 private:
  void take(const Object& object, std::uint64_t line) {
    const std::string split = optional_text(object, "split");
    std::string language = read_language(object);
    if (!split.empty()) file_.splits.insert(split);
    file_.languages.insert(language);
    if (!selection_.split.empty() && split != selection_.split) return;
    if (!selection_.language.empty() && language != selection_.language) return;
    count_unknown_keys(object, line);
    std::string id = required_text(object, "id");
    const auto [first, is_new] = lines_of_ids_.emplace(id, line);
    if (!is_new) {
      throw Refusal{"its id " + in_quotes(id) + " is that of line " +
                    std::to_string(first->second)};
    }
    take_({object, std::move(id), std::move(language)});
  }

  void count_unknown_keys(const Object& object, std::uint64_t line) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) continue;
      auto& seen = file_.unknown_keys[fit(printable(key), kShownColumns)];
      if (seen.count++ > 0) continue;
      seen.first_line = line;
      seen.nearest = nearest_name(key, keys_).value_or("");
    }
  }

  const LineSelection& selection_;
  std::vector<std::string> keys_;
  LabelledFile& file_;
  const std::function<void(const LabelledLine&)>& take_;
  std::map<std::string, std::uint64_t> lines_of_ids_;
};

}  // namespace

void read_labelled_lines(std::unique_ptr<ingest::ByteSource> source, const LineSelection& selection,
                         const std::vector<std::string>& keys, LabelledFile& file,
                         const std::function<void(const LabelledLine&)>& take) {
  LabelledReader reader(selection, keys, file, take);
  ingest::LineReader lines(std::move(source), kMaxLineBytes);
  for (ingest::Line line; lines.next(line);) {
    if (!line.damage.empty()) throw Error(ErrorCode::Corruption, line.damage);
    reader.take(line);
  }
}

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

std::string required_statement(const Object& object, const char* key) {
  std::string text = to_nfc(required_text(object, key));
  if (text.size() > kMaxContentBytes) throw Refusal{in_quotes(key) + " is longer than 64 KiB"};
  return text;
}

std::string in_quotes(std::string_view text) {
  return "\"" + fit(printable(text), kShownColumns) + "\"";
}

void refuse_name(const char* key, const std::string& text, const std::vector<std::string>& known) {
  throw Refusal{in_quotes(key) + " must be one of " + join_texts(known) + ", not " +
                in_quotes(text) + suggestion(text, known)};
}

}  // namespace memfold::tools
