#include <array>
#include <optional>

#include "tools/cli/config.h"
#include "tools/foreign/foreign_json.h"

namespace memfold::tools {
namespace {

using CsvRow = std::vector<std::string>;

/// Rows of RFC 4180: fields in quotes may hold commas, line ends and doubled quotes.
class CsvRows {
 public:
  explicit CsvRows(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  std::optional<CsvRow> next() {
    if (at_ >= text_.size()) return std::nullopt;
    CsvRow row(1);
    for (bool in_quotes = false; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (in_quotes) {
        if (c != '"') {
          row.back() += c;
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          row.back() += text_[++at_];
        } else {
          in_quotes = false;
        }
      } else if (c == '"') {
        in_quotes = true;
      } else if (c == ',') {
        row.emplace_back();
      } else if (c == '\n') {
        ++at_;
        break;
      } else if (c != '\r') {
        row.back() += c;
      }
    }
    return row;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

struct CsvColumn {
  enum class Is { Text, List, Number, Metadatum };
  std::string key;
  Is is = Is::Metadatum;
};

CsvColumn column_of(const std::string& name) {
  constexpr std::array<std::string_view, 13> kTexts = {
      "user",   "content", "source_id", "source_type", "thread_id",  "session_id", "agent_id",
      "run_id", "subject", "category",  "stated_at",   "valid_from", "valid_until"};
  constexpr std::array<std::string_view, 4> kLists = {"people", "entities", "keywords", "tags"};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOtherNames = {
      {{"text", "content"},
       {"memory", "content"},
       {"fact", "content"},
       {"user_id", "user"},
       {"created_at", "stated_at"},
       {"date", "stated_at"}}};
  std::string key = name;
  for (const auto& [other, own] : kOtherNames) {
    if (name == other) key = own;
  }
  const auto is_in = [&](const auto& keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  if (is_in(kTexts) || key == "occurred_at" || key == "ttl_policy") {
    return {key, CsvColumn::Is::Text};
  }
  if (is_in(kLists)) return {key, CsvColumn::Is::List};
  if (key == "importance" || key == "confidence") return {key, CsvColumn::Is::Number};
  return {key, CsvColumn::Is::Metadatum};
}

ForeignJson list_of(std::string_view text) {
  ForeignJson list = ForeignJson::array();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (!item.empty()) list.push_back(std::string(item));
  }
  return list;
}

void set(ForeignJson& fact, const CsvColumn& column, const std::string& value) {
  switch (column.is) {
    case CsvColumn::Is::Text:
      fact[column.key] = value;
      break;
    case CsvColumn::Is::List:
      fact[column.key] = list_of(value);
      break;
    case CsvColumn::Is::Number:
      fact[column.key] = ForeignJson::parse(value, nullptr, /*allow_exceptions=*/false);
      if (fact[column.key].is_discarded()) fact[column.key] = value;  // told as no number
      break;
    case CsvColumn::Is::Metadatum:
      if (!column.key.empty()) fact["metadata"][column.key] = value;
      break;
  }
}

}  // namespace

ForeignFacts read_csv(std::string_view text, const std::string& user) {
  CsvRows rows(text);
  std::vector<CsvColumn> columns;
  bool has_content = false;
  for (const std::string& name : rows.next().value_or(CsvRow())) {
    columns.push_back(column_of(name));
    has_content |= columns.back().key == "content";
  }
  if (!has_content) throw UsageError("the first line names no column content (or text, memory)");
  ForeignFacts found;
  while (const std::optional<CsvRow> row = rows.next()) {
    if (row->size() == 1 && row->front().empty()) continue;
    ForeignJson fact{{"user", user}};
    for (std::size_t i = 0; i < std::min(row->size(), columns.size()); ++i) {
      if (!(*row)[i].empty()) set(fact, columns[i], (*row)[i]);
    }
    add_fact(fact, found);
  }
  return found;
}

}  // namespace memfold::tools
