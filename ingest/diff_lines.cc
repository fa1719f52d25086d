#include "ingest/diff_lines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace memfold::ingest {
namespace {

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

}  // namespace

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

}  // namespace memfold::ingest
