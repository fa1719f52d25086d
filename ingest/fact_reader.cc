#include "ingest/fact_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/fields/fact.h"
#include "ingest/known_keys.h"
#include "ingest/line_reader.h"
#include "memfold/models.h"

namespace memfold {
namespace ingest {
namespace {

namespace dom = simdjson::dom;
using fields::Range;

constexpr std::size_t kMaxUnknownKeys = 1000;
constexpr std::size_t kMaxShownKey = 64;

/// What is wrong with a value, without the value; empty when nothing.
using Problem = std::string;

// One set() a type of field.

Problem set(std::string& field, const dom::element& value, const Range&) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return "must be a string";
  field = text;
  return {};
}

Problem set(std::vector<std::string>& field, const dom::element& value, const Range&) {
  dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return "must be a list of strings";
  for (dom::element item : items) {
    std::string_view text;
    if (item.get(text) != simdjson::SUCCESS) return "must be a list of strings";
    field.emplace_back(text);
  }
  return {};
}

Problem set(std::optional<double>& field, const dom::element& value, const Range& range) {
  double number = 0;
  if (!value.is_number() || value.get(number) != simdjson::SUCCESS) return "must be a number";
  if (!(number >= range.least && number <= range.most)) return "must be between 0 and 1";
  field = number;
  return {};
}

Problem set(std::optional<Time>& field, const dom::element& value, const Range&) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return "must be a time as a string";
  field = parse_time(text);
  return field ? Problem() : "must be a time like 2026-01-22T14:00:00+09:00 or a date";
}

template <typename E>
requires std::is_enum_v<E> Problem set(std::optional<E>& field, const dom::element& value,
                                       const Range&) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) field = parse_name<E>(text);
  if (field) return {};
  Problem problem = "must be one of";
  for (std::string_view known : all_names<E>()) problem += " " + std::string(known);
  return problem;
}
template <typename E>
requires std::is_enum_v<E> Problem set(E& field, const dom::element& value, const Range& range) {
  std::optional<E> read;
  Problem problem = set(read, value, range);
  if (read) field = *read;
  return problem;
}

Problem set(std::optional<Category>& field, const dom::element& value, const Range&) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return "must be a string";
  Problem problem = Category::wrong_name(text);
  if (problem.empty()) field = Category::named(text);
  return problem;
}

Problem set(std::vector<float>& field, const dom::element& value, const Range&) {
  dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return "must be a list of numbers";
  if (items.size() > std::size_t(kMaxDimension)) return "has more numbers than any store takes";
  for (dom::element item : items) {
    double number = 0;
    if (!item.is_number() || item.get(number) != simdjson::SUCCESS ||
        !std::isfinite(static_cast<float>(number))) {
      return "must be a list of numbers";
    }
    field.push_back(static_cast<float>(number));
  }
  return {};
}

Problem set(double& field, const dom::element& value, const Range&) {
  return value.get(field) == simdjson::SUCCESS ? Problem() : "must be a number";
}

Problem set(std::vector<ImportanceFactor>& field, const dom::element& value, const Range&) {
  static const Problem kShape = "must be a list of {factor, weight, evidence}";
  dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return kShape;
  for (dom::element item : items) {
    dom::object object;
    if (item.get(object) != simdjson::SUCCESS) return kShape;
    ImportanceFactor factor;
    for (const auto& [key, part] : object) {
      bool good = false;
      fields::for_each_field(factor, [&, name = key, given = part](auto row, auto& member) {
        if (row.name == name) good = set(member, given, row.traits.range).empty();
      });
      if (!good) return kShape;
    }
    field.push_back(std::move(factor));
  }
  return {};
}

/// An object of texts.
Problem set(std::vector<Metadatum>& field, const dom::element& value, const Range&) {
  dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return "must be an object of texts";
  for (const auto& [key, part] : object) {
    std::string_view text;
    if (part.get(text) != simdjson::SUCCESS) return "must be an object of texts";
    field.push_back({std::string(key), std::string(text)});
  }
  return {};
}

struct Key {
  std::string_view name;
  Problem (*set)(Fact&, const dom::element&);
};

/// Every field of a fact (core/fields/fact.h).
const auto kKeys = []<std::size_t... kIndices>(std::index_sequence<kIndices...>) {
  return std::array{
      Key{fields::Row<Fact, kIndices>::name, [](Fact& fact, const dom::element& value) {
            using Row = fields::Row<Fact, kIndices>;
            return set(fact.*Row::field.member, value, Row::traits.range);
          }}...};
}
(std::make_index_sequence<fields::kFieldCount<Fact>>());
static_assert(fields::kIsComplete<Fact>);

const auto kKeyNames = [] {
  std::array<std::string_view, kKeys.size()> names;
  std::transform(kKeys.begin(), kKeys.end(), names.begin(),
                 [](const Key& key) { return key.name; });
  return names;
}();

/// Calls `on_unknown(key)` for each key no fact has.
template <typename OnUnknown>
std::variant<Fact, Problem> read_fact(dom::parser& parser, std::string_view json,
                                      const FactReadOptions& options, OnUnknown on_unknown) {
  dom::element document;
  if (const auto error = parser.parse(json.data(), json.size()).get(document)) {
    return Problem("not valid JSON: ") + simdjson::error_message(error);
  }
  dom::object object;
  if (document.get(object) != simdjson::SUCCESS) return Problem("not a JSON object");
  Fact fact;
  fact.user = options.default_user;
  fact.source_type = options.default_source_type;
  fact.session_id = options.default_session;
  for (const auto& [name, value] : object) {
    const std::string_view key_name = name;
    const auto* key = std::find_if(kKeys.begin(), kKeys.end(),
                                   [&](const Key& known) { return known.name == key_name; });
    if (key == kKeys.end()) {
      on_unknown(key_name);
      continue;
    }
    if (value.is_null()) continue;
    if (Problem problem = key->set(fact, value); !problem.empty()) {
      return std::string(key_name) + " " + problem;
    }
  }
  if (fact.user.empty()) return Problem("user is missing: neither the line nor the call names one");
  if (fact.content.empty()) return Problem("content is missing");
  return fact;
}

class LinesOfFacts final : public FactReader {
 public:
  LinesOfFacts(std::unique_ptr<ByteSource> source, std::string name, FactReadOptions options)
      : lines_(std::move(source), options.max_line_bytes),
        name_(std::move(name)),
        options_(std::move(options)) {}

  bool next(std::variant<Fact, RejectedLine>& outcome) override;
  std::uint64_t line() const override { return line_; }
  std::uint64_t offset() const override { return offset_; }
  const std::map<std::string, UnknownKey, std::less<>>& unknown_keys() const override {
    return unknown_keys_;
  }
  std::uint64_t bytes_read() const override { return lines_.source().stored_bytes_read(); }
  std::uint64_t bytes_total() const override { return lines_.source().stored_bytes_total(); }

 private:
  RejectedLine rejected(const Line& at, std::string reason) const {
    return {name_, at.number, at.offset, std::move(reason)};
  }
  void unknown(std::string_view key);

  LineReader lines_;
  std::string name_;
  FactReadOptions options_;
  dom::parser parser_;
  std::map<std::string, UnknownKey, std::less<>> unknown_keys_;
  std::uint64_t line_ = 0, offset_ = 0;
};

void LinesOfFacts::unknown(std::string_view key) {
  const std::string_view shown = key.substr(0, kMaxShownKey);
  auto found = unknown_keys_.find(shown);
  if (found == unknown_keys_.end()) {
    if (unknown_keys_.size() == kMaxUnknownKeys) return;
    found = unknown_keys_
                .emplace(std::string(shown), UnknownKey{0, line_, nearest_key(shown, kKeyNames)})
                .first;
  }
  ++found->second.count;
}

bool LinesOfFacts::next(std::variant<Fact, RejectedLine>& outcome) {
  Line line;
  do {
    if (!lines_.next(line)) return false;
    if (line.number == 1 && line.text.starts_with("\xEF\xBB\xBF")) line.text.remove_prefix(3);
  } while (line.damage.empty() && !line.too_long &&
           line.text.find_first_not_of(" \t") == std::string_view::npos);
  line_ = line.number;
  offset_ = line.offset;
  if (!line.damage.empty()) {
    outcome = rejected(line, line.damage);
    return true;
  }
  if (line.too_long) {
    outcome = rejected(
        line, "longer than the limit of " + std::to_string(options_.max_line_bytes) + " bytes");
    return true;
  }
  auto read = read_fact(parser_, line.text, options_, [&](std::string_view key) { unknown(key); });
  if (auto* fact = std::get_if<Fact>(&read)) {
    outcome = std::move(*fact);
  } else {
    outcome = rejected(line, std::move(std::get<Problem>(read)));
  }
  return true;
}

}  // namespace

std::unique_ptr<FactReader> read_facts(std::unique_ptr<ByteSource> source, std::string name,
                                       FactReadOptions options) {
  return std::make_unique<LinesOfFacts>(std::move(source), std::move(name), std::move(options));
}

std::variant<Fact, std::string> parse_fact(std::string_view json, std::string_view default_user) {
  dom::parser parser;
  std::string unknown;
  FactReadOptions options;
  options.default_user = default_user;
  auto read = read_fact(parser, json, options, [&](std::string_view key) {
    if (unknown.empty()) unknown = key.substr(0, kMaxShownKey);
  });
  if (unknown.empty() || std::holds_alternative<std::string>(read)) return read;
  return unknown_key_problem(unknown, kKeyNames);
}

}  // namespace ingest

std::unique_ptr<FactReader> open_facts(const std::string& path, const FactReadOptions& options) {
  return ingest::read_facts(ingest::open_bytes(path, options.stop),
                            path == "-" ? "standard input" : path, options);
}

}  // namespace memfold
