#include "ingest/note.h"

#include <re2/re2.h>

#include <optional>
#include <vector>

#include "core/re2_text.h"
#include "core/text.h"
#include "ingest/source_json.h"
#include "ingest/turns.h"
#include "memfold/source_reader.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxTitleBytes = 120;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
      line.remove_suffix(1);
    }
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string without_inline_marks(std::string text) {
  struct Mark {
    RE2 pattern;
    const char* to;
  };
  static const Mark kMarks[] = {
      {RE2(R"(<!--.*?-->)"), ""},
      {RE2(R"(!\[[^\[\]]*\]\([^()\s]*(?:\s"[^"]*")?\))"), ""},
      {RE2(R"(\[([^\[\]]+)\]\([^()\s]*(?:\s"[^"]*")?\))"), "\\1"},
      {RE2(R"(\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\])"), "\\1"},
      {RE2(R"(~~[^~]+~~)"), ""},
      {RE2(R"(\*\*\*?([^\s*](?:[^*]*[^\s*])?)\*\*\*?)"), "\\1"},
      {RE2(R"((^|[^\w*])\*([^\s*](?:[^*]*[^\s*])?)\*)"), "\\1\\2"},
      {RE2(R"((^|[^\w_])__?([^\s_](?:[^_]*[^\s_])?)__?([^\w_]|$))"), "\\1\\2\\3"},
      {RE2(R"(==([^=\s](?:[^=]*[^=\s])?)==)"), "\\1"},
      {RE2("`+([^`]+)`+"), "\\1"},
      {RE2(R"(\\([*_#`\[\]~>-]))"), "\\1"},
  };
  if (text.find_first_of("*_`[~=\\<") == std::string::npos) return text;
  for (const Mark& mark : kMarks) RE2::GlobalReplace(&text, mark.pattern, mark.to);
  return text;
}

/// The first character that shows, or NUL: most lines have no mark, and cost nothing more.
char first_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? '\0' : line[first];
}

bool is_rule(std::string_view line) {
  static const RE2 kRule(R"(\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|={3,}))");
  const char first = first_of(line);
  return first != 0 && std::string_view("-*_=").find(first) != std::string_view::npos &&
         RE2::FullMatch(re2_text(line), kRule);
}

std::optional<std::string> heading_of(std::string_view line) {
  static const RE2 kHeading(R"(\s{0,3}#{1,6}\s+(.*?)\s*#*)");
  if (first_of(line) != '#') return std::nullopt;
  std::string text;
  if (!RE2::FullMatch(re2_text(line), kHeading, &text)) return std::nullopt;
  return without_inline_marks(std::move(text));
}

bool is_fence(std::string_view line) {
  const std::string_view text = trim(line);
  return text.starts_with("```") || text.starts_with("~~~");
}

/// Reads "---", "title: ...", "---" off the front.
std::size_t read_front_matter(const std::vector<std::string_view>& lines, PlainNote& note) {
  static const RE2 kField(R"((title|date|created)\s*:\s*["']?(.*?)["']?\s*)");
  if (lines.empty() || lines[0] != "---") return 0;
  std::string title, date;
  for (std::size_t i = 1; i < lines.size() && i < 100; ++i) {
    if (lines[i] == "---" || lines[i] == "...") {
      note.title = title;
      note.date = date;
      return i + 1;
    }
    // A rule above prose, not a front matter.
    if (lines[i].empty() ||
        (lines[i].find(':') == std::string_view::npos && !trim(lines[i]).starts_with('-'))) {
      return 0;
    }
    std::string key, value;
    if (RE2::FullMatch(re2_text(lines[i]), kField, &key, &value)) {
      (key == "title" ? title : date) = value;
    }
  }
  return 0;
}

/// A heading, or a short line that stands alone; the number of lines it takes.
std::size_t read_title(const std::vector<std::string_view>& lines, std::size_t first,
                       PlainNote& note) {
  std::size_t i = first;
  while (i < lines.size() && lines[i].empty()) ++i;
  if (i == lines.size() || !note.title.empty()) return i;
  if (auto heading = heading_of(lines[i])) {
    note.title = collapse_spaces(*heading);
    return i + 1;
  }
  const bool underlined = i + 1 < lines.size() && is_rule(lines[i + 1]);
  const bool alone = i + 1 < lines.size() && (lines[i + 1].empty() || underlined);
  const std::string_view line = trim(lines[i]);
  const bool more = i + 2 < lines.size();  // a title stands over something
  // A sentence is none; neither is an item or a field.
  const bool sentence = line.ends_with('.') || line.ends_with(':') || line.ends_with("다") ||
                        line.ends_with("요") || line.ends_with("음") || line.ends_with("함");
  if (!alone || !more || sentence || line.size() > kMaxTitleBytes ||
      line.find_first_of("-*+>|`") == 0) {
    return i;
  }
  note.title = collapse_spaces(without_inline_marks(std::string(line)));
  return i + 1 + (underlined ? 1 : 0);
}

bool may_be_item(std::string_view line) {
  const char first = first_of(line);  // the others are of several bytes
  return first == '-' || first == '*' || first == '+' || static_cast<unsigned char>(first) >= 0x80;
}

void add_line(std::string& text, std::string_view line) {
  if (text.empty() && line.empty()) return;
  if (line.empty() && text.ends_with("\n\n")) return;
  text += line;
  text += '\n';
}

void read_lines(const std::vector<std::string_view>& lines, std::size_t first, PlainNote& note) {
  static const RE2 kItem(R"((\s*)[*+•◦▪·-]\s+(.*))");
  static const RE2 kQuote(R"(\s{0,3}>\s?(.*))");
  bool code = false;
  for (std::size_t i = first; i < lines.size(); ++i) {
    std::string indent, words;
    if (is_fence(lines[i])) {
      code = !code;
      add_line(note.body, "");
    } else if (code || is_rule(lines[i])) {
      if (!code) add_line(note.body, "");
    } else if (first_of(lines[i]) == '>' && RE2::FullMatch(re2_text(lines[i]), kQuote, &words)) {
      add_line(note.quoted, without_inline_marks(words));
    } else if (auto heading = heading_of(lines[i])) {
      // With a colon it says what the list below it is.
      add_line(note.body, "");
      add_line(note.body, heading->ends_with(':') ? *heading : *heading + ":");
    } else if (may_be_item(lines[i]) &&
               RE2::FullMatch(re2_text(lines[i]), kItem, &indent, &words)) {
      add_line(note.body, indent + "- " + without_inline_marks(words));
    } else {
      add_line(note.body, without_inline_marks(std::string(lines[i])));
    }
  }
  note.body = trim(note.body);
  note.quoted = trim(note.quoted);
}

}  // namespace

PlainNote read_note(std::string_view text) {
  PlainNote note;
  const auto lines = lines_of(text);
  const std::size_t first = read_front_matter(lines, note);
  read_lines(lines, read_title(lines, first, note), note);
  return note;
}

std::string plain_words(std::string_view text) {
  PlainNote note;
  read_lines(lines_of(text), 0, note);
  return std::move(note.body);
}

SourceReading note_reading(const Source& source, std::string_view text,
                           const SourceLimits& limits) {
  std::size_t number = 0;
  for (std::string_view line : lines_of(text)) {
    ++number;
    if (line.size() > limits.max_line_bytes) {
      reject("text_note line " + std::to_string(number),
             "longer than " + std::to_string(limits.max_line_bytes) + " bytes");
    }
  }
  PlainNote note = read_note(text);
  Talk talk;
  talk.spoken = false;
  talk.title = talk.subject = note.title;
  if (const auto date = parse_turn_time(note.date);
      date && date->kind != TurnTime::Kind::Relative) {
    talk.started_at = *date;
  }
  std::string author;
  if (source.participants.size() == 1) author = source.participants.front();
  if (note.body.empty() && note.quoted.empty()) note.body = std::move(note.title);
  talk.turns.push_back(
      {std::move(author), std::move(note.body), std::move(note.quoted), {}, {}, {}});
  SourceReading reading = read_talk(source, std::move(talk));
  reading.text = reading.messages.front().body;  // with its lines
  reading.ended_at = source.ended_at;
  return reading;
}

}  // namespace memfold::ingest
