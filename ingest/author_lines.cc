#include "ingest/author_lines.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/text.h"
#include "ingest/author_patterns.h"
#include "ingest/diff_lines.h"
#include "ingest/reply_header.h"

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

bool starts_ignoring_case(std::string_view text, std::string_view lower_prefix) {
  return text.size() >= lower_prefix.size() &&
         std::equal(lower_prefix.begin(), lower_prefix.end(), text.begin(),
                    [](char a, char b) { return a == ascii_lower(b); });
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
    std::string_view content = trim_any_of(line, " \t\r");
    // Some mailers fill empty lines with no-break spaces, others leave a byte order mark.
    for (;;) {
      if (content.starts_with("\xC2\xA0")) {
        content = trim_any_of(content.substr(2), " \t\r");
      } else if (content.starts_with("\xEF\xBB\xBF")) {
        content = trim_any_of(content.substr(3), " \t\r");
      } else {
        break;
      }
    }
    const LineKind kind = content.empty()          ? LineKind::Blank
                          : is_quote_mark(content) ? LineKind::Quoted
                                                   : LineKind::Text;
    lines.push_back({line, content, kind});
  }
  return lines;
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

bool may_open(std::string_view content) {
  const auto first = static_cast<unsigned char>(content.front());
  return first == '-' || first >= 0x80 || ascii_lower(content.front()) == 'b' ||
         ascii_lower(content.front()) == 'f' || ascii_lower(content.front()) == 's';
}

void mark_openers(std::vector<MailLine>& lines) {
  static const PatternSet openers(kOpeners);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    MailLine& line = lines[at];
    if (line.kind != LineKind::Text || line.content.size() > kMaxPatternLine) continue;
    const bool opens = may_open(line.content) && openers.matches(line.content);
    if (opens || starts_reply_header(lines, at)) {
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
  // The last two know no language: a date, a clock and an address before a colon.
  static const RE2 sure(R"((?i)^(?:on .*\d.* wrote:|\d{4}년 ?\d{1,2}월 ?\d{1,2}일.*작성\s?:|)"
                        R"(.*\d[/.-]\d+[/.-]\d.*\d[:.]\d\d.*[<(]\S+@\S+[>)].*:|)"
                        R"(.*[<(]\S+@\S+[>)].*\d[/.-]\d+[/.-]\d.*\d[:.]\d\d.*:)$)",
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
