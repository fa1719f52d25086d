#include "models/summarizer/parsed_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "models/extractor/line_features.h"

namespace memfold::models::summarizer {
namespace {

using std::string_view;

constexpr std::size_t kKeptBytes = 32 * 1024;

// Every line of "- a\n- b", as summaries are written; empty for any other text.
std::vector<string_view> listed_lines(string_view text) {
  constexpr string_view kBullet = "- ";
  std::vector<string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!text.starts_with(kBullet)) return {};
    lines.push_back(text.substr(kBullet.size(), end - kBullet.size()));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<extractor::Statement> statements_of(string_view text,
                                                const extractor::StatementSplitter& splitter) {
  const bool is_line = text.find('\n') == string_view::npos;
  if (is_line && !extractor::is_quotation(text) && !text.starts_with("- ")) {
    return splitter.read_line(text);
  }
  const std::vector<string_view> lines = listed_lines(text);
  if (lines.empty()) return splitter.read(text)->statements;
  std::vector<extractor::Statement> statements;
  for (const string_view line : lines) {
    for (extractor::Statement& statement : splitter.read_line(line)) {
      statements.push_back(std::move(statement));
    }
  }
  return statements;
}

// Parses have views into the statements, which stay where they are.
struct ParsedText {
  std::string text;
  std::vector<extractor::Statement> statements;
  std::vector<extractor::Parse> parses;
};

const ParsedText& parsed(string_view text, const extractor::StatementSplitter& splitter) {
  thread_local ParsedText last;
  if (last.text == text) return last;
  last.text.clear();
  last.statements = statements_of(text, splitter);
  last.parses.resize(last.statements.size());
  for (std::size_t i = 0; i < last.statements.size(); ++i) {
    parse_undated(last.statements[i].text, last.parses[i]);
  }
  last.text = text;
  return last;
}

}  // namespace

void visit_statements(
    string_view text, const extractor::StatementSplitter& splitter,
    const std::function<void(const extractor::Statement&, const extractor::Parse&)>& visit) {
  if (text.size() <= kKeptBytes) {
    const ParsedText& read = parsed(text, splitter);
    for (std::size_t i = 0; i < read.statements.size(); ++i) {
      visit(read.statements[i], read.parses[i]);
    }
    return;
  }
  extractor::Parse parse;
  for (const extractor::Statement& statement : statements_of(text, splitter)) {
    parse_undated(statement.text, parse);
    visit(statement, parse);
  }
}

void parse_undated(string_view statement, extractor::Parse& parse) {
  constexpr Time kSomeDay{std::int64_t{10957} * kMicrosPerDay};  // 2000-01-01
  parse.parse(statement, {.said_at = kSomeDay});
}

}  // namespace memfold::models::summarizer
