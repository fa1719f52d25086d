#include "ingest/forward.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "core/text.h"
#include "ingest/address.h"
#include "ingest/author_lines.h"
#include "ingest/forward_phrases.h"
#include "ingest/written_date.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kMaxNameBytes = 40;      // of "Name:"; a letter may take three bytes
constexpr std::size_t kMaxDividerBytes = 160;  // of the line above the block
constexpr std::size_t kMaxBlockLines = 24;
constexpr std::size_t kLeastFields = 3;
constexpr std::size_t kFields = 6;
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kAroundName = " \t*";  // a page's bold marks

struct Line {
  std::size_t start = 0;     ///< in the text
  std::string_view content;  ///< without outer space, quotation marks taken off
  bool quoted = false;
};

std::vector<Line> split(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    Line line{at, trim_any_of(text.substr(at, end - at), kBlanks)};
    while (line.content.starts_with(kNoBreakSpace))
      line.content = trim_any_of(line.content.substr(kNoBreakSpace.size()), kBlanks);
    if (line.content.starts_with('>')) {
      line.quoted = true;
      line.content = trim_any_of(line.content.substr(1), kBlanks);
    }
    lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

/// A line "Name: value"; no field where the name is not known.
struct Named {
  std::optional<BlockField> field;
  std::string_view value;
};

std::optional<Named> read_named(std::string_view content) {
  static const std::unordered_map<std::string_view, BlockField> names = [] {
    std::unordered_map<std::string_view, BlockField> map;
    for (const FieldName& name : kFieldNames) map.emplace(name.name, name.field);
    return map;
  }();
  static constexpr std::string_view kWideColon = "\uFF1A";
  const std::string_view front = content.substr(0, kMaxNameBytes);
  const std::size_t plain = front.find(':'), wide = front.find(kWideColon);
  const std::size_t colon = std::min(plain, wide);
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view name = trim_any_of(front.substr(0, colon), kAroundName);
  if (name.ends_with(kNoBreakSpace)) name.remove_suffix(kNoBreakSpace.size());
  const auto found = names.find(fold_case(name));
  Named named;
  if (found != names.end()) {
    named.field = found->second;
  } else if (name.find('-') != std::string_view::npos && name.find(' ') == std::string_view::npos) {
    named.field = BlockField::Other;  // a header as stored: "User-Agent", "Message-ID"
  }
  named.value =
      trim_any_of(content.substr(colon + (plain < wide ? 1 : kWideColon.size())), kAroundName);
  return named;
}

bool starts_block(std::string_view content) {
  const auto named = read_named(content);
  return named && named->field && named->field != BlockField::Other;
}

struct Block {
  std::array<std::string, kFields> values;  ///< by BlockField
  std::size_t fields = 0, end = 0;          ///< `end`: the line behind it

  const std::string& value(BlockField field) const { return values[std::size_t(field)]; }
};

Block read_block(const std::vector<Line>& lines, std::size_t at) {
  Block block;
  bool people = false;  // a list of people may go on on the next line
  for (block.end = at; block.end < lines.size() && block.end < at + kMaxBlockLines; ++block.end) {
    const std::string_view content = lines[block.end].content;
    const bool address = content.find('@') != std::string_view::npos;
    const auto named = read_named(content);
    if (named && named->field) {
      std::string& value = block.values[std::size_t(*named->field)];
      if (value.empty()) value = named->value;
      block.fields += *named->field == BlockField::Other ? 0 : 1;
      people = named->field == BlockField::To || named->field == BlockField::Cc;
    } else if (!address || (!people && !named)) {
      break;  // a name that is not known stands before people: To and Cc have the most names
    }
  }
  return block;
}

/// The line above `at` that says a forwarded mail begins, if it does.
std::optional<std::size_t> divider_above(const std::vector<Line>& lines, std::size_t at) {
  while (at > 0 && (lines[at - 1].content.empty() || is_rule(lines[at - 1].content))) --at;
  if (at == 0 || lines[at - 1].content.size() > kMaxDividerBytes) return std::nullopt;
  const std::string_view content = lines[at - 1].content;
  const std::string folded = fold_case(content);
  const bool says = std::any_of(kForwardStems.begin(), kForwardStems.end(),
                                [&](auto stem) { return folded.find(stem) != std::string::npos; });
  return says ? std::optional(at - 1) : std::nullopt;
}

/// Outlook says addresses in its own way, or twice: "Mina [mailto:mina@example.com]",
/// "<mina@example.com<mailto:mina@example.com>>".
std::vector<Mailbox> people_of(std::string value) {
  static const RE2 kEcho(R"((\S)<mailto:[^<>\s]*>)"), kBrackets(R"(\[mailto:([^\]\s]*)\])");
  RE2::GlobalReplace(&value, kEcho, "\\1");
  RE2::GlobalReplace(&value, kBrackets, "<\\1>");
  return parse_addresses(value);
}

/// "Kim, Mina <mina@example.com>" without quotation marks: the one with the address.
Mailbox sender_of(const std::string& value) {
  std::vector<Mailbox> people = people_of(value);
  for (Mailbox& person : people) {
    if (!person.address.empty()) return std::move(person);
  }
  return people.empty() ? Mailbox() : std::move(people.front());
}

/// What stands behind line `at`; one level of marks goes where every line carries them.
std::string text_behind(std::string_view text, const std::vector<Line>& lines, std::size_t at,
                        bool quoted) {
  if (at >= lines.size()) return {};
  if (!quoted) {
    quoted = std::all_of(lines.begin() + std::ptrdiff_t(at), lines.end(),
                         [](const Line& line) { return line.quoted || line.content.empty(); });
  }
  if (!quoted) return std::string(text.substr(lines[at].start));
  std::string behind;
  for (; at < lines.size(); ++at) {
    behind += lines[at].content;
    behind += '\n';
  }
  return behind;
}

std::string_view text_above(std::string_view text, const std::vector<Line>& lines,
                            std::size_t first) {
  while (first > 0 && (lines[first - 1].content.empty() || is_rule(lines[first - 1].content))) {
    --first;
  }
  return text.substr(0, lines[first].start);
}

}  // namespace

bool is_forward_subject(std::string_view subject) {
  const std::string folded = fold_case(trim_any_of(subject.substr(0, 64), " \t["));
  const std::size_t colon = folded.find(':');
  if (colon == std::string::npos) return false;
  const std::string_view mark = trim_any_of(std::string_view(folded).substr(0, colon), kBlanks);
  return std::find(kForwardMarks.begin(), kForwardMarks.end(), mark) != kForwardMarks.end();
}

std::optional<ForwardedText> find_forwarded(std::string_view text, bool says_forward,
                                            int utc_offset_minutes) {
  const std::vector<Line> lines = split(text);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!starts_block(lines[at].content)) continue;
    const Block block = read_block(lines, at);
    if (block.fields < kLeastFields || block.value(BlockField::From).empty()) continue;
    // The first block decides: what stands above it is the author's, or quotes someone.
    const auto divider = divider_above(lines, at);
    const bool said = says_forward || (divider && !lines[*divider].quoted);
    const auto date = parse_written_date(block.value(BlockField::Date), utc_offset_minutes);
    if (!said || !date) return std::nullopt;
    ForwardedText found;
    found.above = text_above(text, lines, divider.value_or(at));
    found.from = sender_of(block.value(BlockField::From));
    found.to = people_of(block.value(BlockField::To));
    found.cc = people_of(block.value(BlockField::Cc));
    found.subject = collapse_spaces(block.value(BlockField::Subject));
    found.date = *date;
    found.text = text_behind(text, lines, block.end, lines[at].quoted);
    return found;
  }
  return std::nullopt;
}

}  // namespace memfold::ingest
