#include "ingest/author_lines.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ingest/author_patterns.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxPatternLine = 600;  // longer lines are prose, whatever they begin with
constexpr std::size_t kMaxAttributionLines = 4;

/// Patterns tried together in one pass over a line.
class PatternSet {
 public:
  template <std::size_t N>
  explicit PatternSet(const std::array<std::string_view, N>& patterns)
      : set_(RE2::Options(RE2::Quiet), RE2::UNANCHORED) {
    for (std::string_view pattern : patterns) set_.Add({pattern.data(), pattern.size()}, nullptr);
    set_.Compile();
  }
  bool matches(std::string_view line) const {
    return line.size() <= kMaxPatternLine && set_.Match({line.data(), line.size()}, nullptr);
  }

 private:
  RE2::Set set_;
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool starts_ignoring_case(std::string_view text, std::string_view lower_prefix) {
  return text.size() >= lower_prefix.size() &&
         std::equal(lower_prefix.begin(), lower_prefix.end(), text.begin(),
                    [](char a, char b) { return a == lower(b); });
}

template <std::size_t N>
bool starts_with_name(std::string_view content, const std::array<std::string_view, N>& names) {
  while (!content.empty() && (content.front() == '*' || content.front() == ' ')) {
    content.remove_prefix(1);  // bold marks around the name
  }
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    if (starts_ignoring_case(content, name)) return true;
    // "From :" and "From*:"
    const std::string_view bare = name.substr(0, name.size() - 1);
    return starts_ignoring_case(content, bare) && content.size() > bare.size() + 1 &&
           (content[bare.size()] == ' ' || content[bare.size()] == '*') &&
           content[bare.size() + 1] == ':';
  });
}

std::string_view trim(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  return line.substr(start, line.find_last_not_of(" \t\r") - start + 1);
}

bool is_quote_mark(std::string_view content) {
  // A lone '|' marks quotes of some mailers; table rows begin the same, so only '>' counts.
  return !content.empty() && content.front() == '>';
}

std::vector<MailLine> split(std::string_view text) {
  std::vector<MailLine> lines;
  lines.reserve(text.size() / 32 + 8);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string_view content = trim(line);
    // Some mailers fill empty lines with no-break spaces.
    while (content.starts_with("\xC2\xA0")) content = trim(content.substr(2));
    const LineKind kind = content.empty()          ? LineKind::Blank
                          : is_quote_mark(content) ? LineKind::Quoted
                                                   : LineKind::Text;
    lines.push_back({line, content, kind});
  }
  return lines;
}

/// Reads "12,5" or "12" of a hunk header; the count of lines, or nothing.
std::optional<long> take_range(std::string_view& text) {
  const auto number = [&]() -> std::optional<long> {
    long value = 0;
    std::size_t digits = 0;
    while (digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9') {
      value = value * 10 + (text[digits++] - '0');
    }
    if (digits == 0) return std::nullopt;
    text.remove_prefix(digits);
    return value;
  };
  if (!number()) return std::nullopt;
  if (!text.starts_with(',')) return 1;
  text.remove_prefix(1);
  return number();
}

struct Hunk {
  long old_lines, new_lines;
};

std::optional<Hunk> parse_hunk(std::string_view line) {
  if (!line.starts_with("@@ -")) return std::nullopt;
  line.remove_prefix(4);
  const auto old_lines = take_range(line);
  if (!old_lines || !line.starts_with(" +")) return std::nullopt;
  line.remove_prefix(2);
  const auto new_lines = take_range(line);
  if (!new_lines || !line.starts_with(" @@")) return std::nullopt;
  return Hunk{*old_lines, *new_lines};
}

/// The line behind the hunk that starts at `at`, by its own counts.
std::size_t end_of_hunk(const std::vector<MailLine>& lines, std::size_t at, Hunk hunk) {
  for (++at; at < lines.size(); ++at) {
    const std::string_view line = lines[at].text;
    const char mark = line.empty() ? ' ' : line.front();
    if (mark == '\\') continue;  // "\ No newline at end of file"
    if (hunk.old_lines <= 0 && hunk.new_lines <= 0) break;
    if (mark == ' ' || mark == '\t') {
      --hunk.old_lines;
      --hunk.new_lines;
    } else if (mark == '-') {
      --hunk.old_lines;
    } else if (mark == '+') {
      --hunk.new_lines;
    } else {
      break;
    }
  }
  return at;
}

bool is_diff_header(std::string_view line) {
  static constexpr std::array<std::string_view, 17> kStarts = {"diff --git ",
                                                               "diff -",
                                                               "index ",
                                                               "new file mode ",
                                                               "deleted file mode ",
                                                               "old mode ",
                                                               "new mode ",
                                                               "similarity index ",
                                                               "dissimilarity index ",
                                                               "rename from ",
                                                               "rename to ",
                                                               "copy from ",
                                                               "copy to ",
                                                               "Binary files ",
                                                               "GIT binary patch",
                                                               "+++ ",
                                                               "======="};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return line.starts_with(start); });
}

bool starts_diff(const std::vector<MailLine>& lines, std::size_t at) {
  const std::string_view line = lines[at].text;
  if (line.starts_with("diff --git ")) return true;
  const bool has_next = at + 1 < lines.size();
  if (line.starts_with("--- ")) return has_next && lines[at + 1].text.starts_with("+++ ");
  if (line.starts_with("*** ")) return has_next && lines[at + 1].text.starts_with("--- ");
  return line.starts_with("Index: ") && has_next && lines[at + 1].text.starts_with("======");
}

/// Marks diffs. Each line is passed once: a hunk is consumed by its counts.
void mark_diffs(std::vector<MailLine>& lines) {
  bool in_diff = false;
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t next = at + 1;
    if (lines[at].text.starts_with("@@ -")) {
      if (const auto hunk = parse_hunk(lines[at].text)) {
        next = end_of_hunk(lines, at, *hunk);
        in_diff = true;
      }
    } else if (starts_diff(lines, at)) {
      in_diff = true;
    } else if (!in_diff ||
               !(is_diff_header(lines[at].text) || lines[at].text.starts_with("--- "))) {
      in_diff = false;
    }
    for (; at < next; ++at) {
      if (in_diff) lines[at].kind = LineKind::Boilerplate;
    }
  }
}

void mark_commit_lines(std::vector<MailLine>& lines) {
  static const PatternSet trailers(kTrailers);
  static const PatternSet diffstat(kDiffstat);
  for (MailLine& line : lines) {
    if (line.kind != LineKind::Text) continue;
    const bool column = line.content.find('|') != std::string_view::npos ||
                        line.content.find("changed") != std::string_view::npos ||
                        line.content.find("mode ") != std::string_view::npos ||
                        line.content.ends_with(')');
    if (line.text == "---" ||
        (line.text.starts_with(' ') && column && diffstat.matches(line.content))) {
      line.kind = LineKind::Boilerplate;
    } else if (line.content.front() >= 'A' && line.content.find(": ") != std::string_view::npos &&
               trailers.matches(line.content)) {
      line.kind = LineKind::Boilerplate;
    }
  }
}

/// A block of From: / Sent: / To: lines as mailers put before what they quote.
bool starts_header_block(const std::vector<MailLine>& lines, std::size_t at) {
  if (!starts_with_name(lines[at].content, kSenderNames)) return false;
  int others = 0;
  for (std::size_t i = at + 1; i < lines.size() && i <= at + 4; ++i) {
    if (starts_with_name(lines[i].content, kOtherNames)) ++others;
  }
  return others >= 2;
}

bool may_open(std::string_view content) {
  const auto first = static_cast<unsigned char>(content.front());
  return first == '-' || first >= 0x80 || lower(content.front()) == 'b' ||
         lower(content.front()) == 'f' || lower(content.front()) == 's';
}

void mark_openers(std::vector<MailLine>& lines) {
  static const PatternSet openers(kOpeners);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    MailLine& line = lines[at];
    if (line.kind != LineKind::Text || line.content.size() > 200) continue;
    const bool opens = may_open(line.content) && openers.matches(line.content);
    if (opens ||
        (line.content.find(':') != std::string_view::npos && starts_header_block(lines, at))) {
      line.kind = LineKind::Opener;
      while (at > 0 && (lines[at - 1].kind == LineKind::Blank || is_rule(lines[at - 1].content))) {
        lines[--at].kind = LineKind::Boilerplate;
      }
      return;  // the first one decides
    }
  }
}

bool may_end_attribution(std::string_view content) {
  if (content.empty()) return false;
  if (content.back() == ':' || content.back() == '>') return true;
  if (starts_ignoring_case(content, "from: ") || starts_ignoring_case(content, "quoting ")) {
    return true;
  }
  for (std::string_view ending : {"작성", "메시지", "말", "글", "씀", ":", "썼습니다", "메일"}) {
    if (content.ends_with(ending)) return true;
  }
  return false;
}

/// "On Monday, 5 January", "2026년 1월 5일": how an attribution begins.
bool begins_attribution(std::string_view content) {
  static constexpr std::array<std::string_view, 7> kWords = {"on ", "am ", "le ", "el ",
                                                             "em ", "il ", "op "};
  const bool word = std::any_of(kWords.begin(), kWords.end(), [&](std::string_view start) {
    return starts_ignoring_case(content, start);
  });
  const bool year = content.size() > 4 && std::all_of(content.begin(), content.begin() + 4,
                                                      [](char c) { return c >= '0' && c <= '9'; });
  return year || (word && content.find_first_of("0123456789") != std::string_view::npos) ||
         (word && content.size() < 40);
}

/// How many lines above `end`, where an attribution of `found` lines starts, belong to it too.
std::size_t lines_above(const std::vector<MailLine>& lines, std::size_t end, std::size_t found) {
  for (std::size_t more = 1; found + more <= kMaxAttributionLines && more <= end; ++more) {
    const MailLine& line = lines[end - more];
    if (line.kind != LineKind::Text) return 0;
    if (begins_attribution(line.content)) return more;
  }
  return 0;
}

/// How many lines before `quote` (a quoted line, or the end of a paragraph) introduce it.
std::size_t attribution_length(const std::vector<MailLine>& lines, std::size_t end) {
  static const PatternSet attributions(kAttributions);
  if (end == 0 || !may_end_attribution(lines[end - 1].content)) return 0;
  std::string joined;
  for (std::size_t count = 1; count <= kMaxAttributionLines && count <= end; ++count) {
    const MailLine& line = lines[end - count];
    if (line.kind != LineKind::Text || line.content.size() > 300) return 0;
    joined = joined.empty() ? std::string(line.content) : std::string(line.content) + " " + joined;
    if (attributions.matches(joined)) return count + lines_above(lines, end - count, count);
  }
  return 0;
}

void mark_attributions(std::vector<MailLine>& lines) {
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const bool starts_quote =
        lines[at].kind == LineKind::Quoted && (at == 0 || lines[at - 1].kind != LineKind::Quoted);
    if (!starts_quote) continue;
    std::size_t end = at;
    while (end > 0 && at - end < 2 && lines[end - 1].kind == LineKind::Blank) --end;
    const std::size_t length = attribution_length(lines, end);
    for (std::size_t i = 1; i <= length; ++i) lines[end - i].kind = LineKind::Attribution;
  }
}

/// "On ... wrote:" without any quote mark behind it: the rest is the quotation.
void mark_bare_attribution(std::vector<MailLine>& lines) {
  static const RE2 sure(R"((?i)^(?:on .*\d.* wrote:|\d{4}년 ?\d{1,2}월 ?\d{1,2}일.*작성\s?:)$)",
                        RE2::Quiet);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].kind == LineKind::Quoted || lines[at].kind == LineKind::Attribution ||
        lines[at].kind == LineKind::Opener) {
      return;
    }
    if (lines[at].kind != LineKind::Text || !lines[at].content.ends_with(':')) continue;
    std::string joined(lines[at].content);
    for (std::size_t count = 0; count < 3; ++count) {
      if (joined.size() <= kMaxPatternLine && RE2::FullMatch(joined, sure)) {
        for (std::size_t i = 0; i <= count; ++i) lines[at - i].kind = LineKind::Opener;
        return;
      }
      if (at <= count || lines[at - count - 1].kind != LineKind::Text) break;
      joined = std::string(lines[at - count - 1].content) + " " + joined;
    }
  }
}

}  // namespace

std::vector<MailLine> classify_lines(std::string_view text) {
  std::vector<MailLine> lines = split(text);
  mark_diffs(lines);
  mark_commit_lines(lines);
  mark_openers(lines);
  mark_attributions(lines);
  mark_bare_attribution(lines);
  return lines;
}

bool is_rule(std::string_view content) {
  if (content.size() < 5) return false;
  return std::all_of(content.begin(), content.end(),
                     [](char c) { return c == '-' || c == '_' || c == '=' || c == '*'; });
}

bool is_attribution(std::string_view content) {
  static const PatternSet attributions(kAttributions);
  return content.ends_with(':') && content.size() <= 200 && attributions.matches(content);
}

bool is_closing(std::string_view content) {
  static const PatternSet closings(kClosings);
  return content.size() <= 80 && closings.matches(content);
}

bool is_footer_mark(std::string_view content) {
  static const PatternSet marks(kFooterMarks);
  return content.size() <= 300 && marks.matches(content);
}

bool is_disclaimer(std::string_view content) {
  static const PatternSet disclaimers(kDisclaimers);
  return disclaimers.matches(content.substr(0, kMaxPatternLine));
}

}  // namespace memfold::ingest
