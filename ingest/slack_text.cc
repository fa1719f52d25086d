#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "core/text.h"
#include "ingest/captions.h"
#include "ingest/slack.h"

namespace memfold::ingest {
namespace {

/// What stands for "<...>".
std::string reference(std::string_view inside, const SlackNames& names) {
  const std::size_t bar = inside.find('|');
  const std::string_view target = inside.substr(0, bar);
  std::string_view label =
      bar == std::string_view::npos ? std::string_view() : inside.substr(bar + 1);
  if (target.starts_with('@')) {
    const auto name = names.find(target.substr(1));
    if (label.starts_with('@')) label.remove_prefix(1);
    if (!label.empty()) return std::string(label);
    return std::string(name == names.end() ? target : std::string_view(name->second));
  }
  if (target.starts_with('#')) return "#" + std::string(label.empty() ? target.substr(1) : label);
  if (target.starts_with('!')) {  // <!here>, <!subteam^S1|@oncall>, <!date^...|May 1>
    if (label.starts_with('@')) label.remove_prefix(1);
    return target == "!here" || target == "!channel" || target == "!everyone" ? std::string()
                                                                              : std::string(label);
  }
  if (!label.empty()) return std::string(label);
  return std::string(target.starts_with("mailto:") ? target.substr(7) : target);
}

std::string with_references(std::string_view text, const SlackNames& names) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('<'), text.size());
    result += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find_first_of("<>\n", 1);
    if (close == std::string_view::npos || text[close] != '>' || close == 1) {
      result += '<';
      text.remove_prefix(1);
      continue;
    }
    result += reference(text.substr(1, close - 1), names);
    text.remove_prefix(close + 1);
  }
  return result;
}

/// "```code```" out, an unclosed one to the end.
std::string without_code(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t open = text.find("```");
    result += text.substr(0, open);
    if (open == std::string_view::npos) return result;
    result += '\n';
    const std::size_t close = text.find("```", open + 3);
    if (close == std::string_view::npos) return result;
    text.remove_prefix(close + 3);
  }
}

std::string without_marks(std::string line) {
  struct Mark {
    RE2 pattern;
    const char* to;
  };
#define MEMFOLD_EMOJI R"(:[\p{Ll}\p{Hangul}\d_+'-]*[\p{Ll}\p{Hangul}+_][\p{Ll}\p{Hangul}\d_+'-]*:)"
  static const Mark kMarks[] = {
      // A colon behind a digit is that of a time of day.
      {RE2(R"((^|[\s)\]}.,!?]))" MEMFOLD_EMOJI "(?:\\s?" MEMFOLD_EMOJI R"()*($|[\s.,!?)]))"),
       "\\1\\2"},
      {RE2(R"((^|\s)~([^\s~](?:[^~\n]*[^\s~])?)~($|[\s.,!?)]))"), "\\1\\3"},
      {RE2(R"((^|[\s(])\*([^\s*](?:[^*\n]*[^\s*])?)\*)"), "\\1\\2"},
      {RE2(R"((^|[\s(])_([^\s_](?:[^_\n]*[^\s_])?)_($|[\s.,!?):]))"), "\\1\\2\\3"},
      {RE2("`([^`\n]+)`"), "\\1"},
  };
#undef MEMFOLD_EMOJI
  if (line.find_first_of(":~*_`") == std::string::npos) return line;
  for (const Mark& mark : kMarks) RE2::GlobalReplace(&line, mark.pattern, mark.to);
  return line;
}

/// A bullet as a list item, words with single spaces.
std::string tidy(std::string_view line) {
  std::string words = collapse_spaces(line);
  for (std::string_view bullet : {"• ", "◦ ", "▪︎ ", "▪ "}) {
    if (words.starts_with(bullet)) return "- " + words.substr(bullet.size());
  }
  return words;
}

}  // namespace

SlackText read_slack_text(std::string_view text, const SlackNames& names) {
  // Entities last: "&lt;b&gt;" is no reference.
  const std::string plain = with_references(without_code(text), names);
  SlackText result;
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t end = std::min(plain.find('\n', at), plain.size());
    std::string_view line = trim(std::string_view(plain).substr(at, end - at));
    at = end + 1;
    std::string* to = &result.words;
    while (line.starts_with("&gt;")) {
      to = &result.quoted;
      line = trim(line.substr(4));
    }
    if (!to->empty()) *to += '\n';
    *to += tidy(decode_common_entities(without_marks(std::string(line))));
  }
  result.words = trim(result.words);
  result.quoted = trim(result.quoted);
  return result;
}

}  // namespace memfold::ingest
