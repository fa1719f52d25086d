#include "models/extractor/lines.h"

#include <algorithm>

#include "models/extractor/characters.h"
#include "models/extractor/line_features.h"

namespace memfold::models::extractor {
namespace {

constexpr std::uint32_t kTabColumns = 8;
constexpr std::uint32_t kQuotedIndent = 8;  // a paragraph set this far in is a quotation or code

// Follows a patch from its first line to its last: hunks run on over blank lines.
class PatchState {
 public:
  // True when `line` (with its indentation) belongs to a patch.
  bool take(std::string_view line) {
    if (is_patch_start(line)) return inside_ = true;
    if (!inside_) return false;
    const bool part = line.empty() || line[0] == '+' || line[0] == '-' || line[0] == '@' ||
                      line[0] == ' ' || line[0] == '\t' || line[0] == '\\' ||
                      line.starts_with("index ") || line.starts_with("new file") ||
                      line.starts_with("deleted file") || line.starts_with("similarity ") ||
                      line.starts_with("rename ") || line.starts_with("old mode") ||
                      line.starts_with("new mode") || line.starts_with("=====");
    return inside_ = part;
  }

 private:
  bool inside_ = false;
};

// " man2/open.2 | 4 ++--" and " 2 files changed, 3 insertions(+)"
bool is_patch_statistics(std::string_view text) {
  if (text.find(" changed, ") != std::string_view::npos &&
      (text.find("insertion") != std::string_view::npos ||
       text.find("deletion") != std::string_view::npos)) {
    return true;
  }
  const std::size_t bar = text.find(" | ");
  return bar != std::string_view::npos && (text.ends_with('+') || text.ends_with('-') ||
                                           text.find("Bin ") != std::string_view::npos);
}

LineKind judge(std::string_view text) {
  const LineFeatures f = measure_line(text);
  if (is_quotation(text)) return LineKind::Dropped;
  if (f.letters + f.digits == 0 || is_page_mark(text) || is_armour(text)) return LineKind::Rule;
  if (is_trailer(text)) return LineKind::Trailer;
  if (is_attribution(text) || is_patch_statistics(text)) return LineKind::Dropped;
  if (looks_like_code(text, f) || looks_like_table(text, f) || is_log_line(text) ||
      is_footnote(text) || is_range_diff(text)) {
    return LineKind::Dropped;
  }
  return LineKind::Prose;
}

void take_bullet(Line& line) {
  const std::size_t bytes = bullet_bytes(line.text);
  if (bytes == 0) return;
  if (bytes >= line.text.size()) {
    line.kind = LineKind::Rule;
    return;
  }
  line.kind = LineKind::Item;
  line.open_box = line.text.starts_with("☐");  // □ is a plain bullet in Korean papers
  line.text.remove_prefix(bytes);
  for (std::string_view box : {"[ ] ", "[] ", "[x] ", "[X] "}) {
    if (!line.text.starts_with(box)) continue;
    line.open_box = box[1] == ' ' || box[1] == ']';
    line.text = trim(line.text.substr(box.size()));
    break;
  }
  if (line.text.empty()) line.kind = LineKind::Rule;
}

Line measure_indent(std::string_view raw) {
  Line line;
  std::size_t i = 0;
  for (; i < raw.size() && (raw[i] == ' ' || raw[i] == '\t'); ++i) {
    line.indent += raw[i] == '\t' ? kTabColumns : 1;
  }
  line.text = trim(raw.substr(i));
  line.width = line.indent + static_cast<std::uint32_t>(display_width(line.text));
  return line;
}

// Runs of pasted header lines: two or more, one of them a field that hardly occurs elsewhere.
void drop_pasted_headers(std::vector<Line>& lines) {
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i, strong = 0;
    for (; end < lines.size() && lines[end].kind != LineKind::Blank; ++end) {
      const HeaderField field = header_field(lines[end].text);
      if (field == HeaderField::None) break;
      strong += field == HeaderField::Strong;
    }
    if (end - i >= 2 && strong > 0) {
      for (std::size_t k = i; k < end; ++k) {
        lines[k].kind = LineKind::Dropped;
        lines[k].apart = true;
      }
    }
    i = std::max(end, i + 1);
  }
}

// "On Monday, Kim <kim@x.example>" with "wrote:" on the next line
void drop_wrapped_attributions(std::vector<Line>& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].kind == LineKind::Dropped && is_attribution(lines[i].text) &&
        lines[i - 1].kind == LineKind::Prose && lines[i - 1].text.starts_with("On ")) {
      lines[i - 1].kind = LineKind::Dropped;
      lines[i - 1].apart = true;
    }
  }
}

// Three and more such lines in a row are a list of changes, each told elsewhere in full.
void drop_shortlogs(std::vector<Line>& lines) {
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (end < lines.size() && lines[end].kind == LineKind::Prose &&
           is_shortlog_line(lines[end].text)) {
      ++end;
    }
    for (std::size_t k = i; end - i >= 3 && k < end; ++k) lines[k].kind = LineKind::Dropped;
    i = std::max(end, i + 1);
  }
}

// "Kim Jiho (3):" and the titles set in below it
void drop_listed_titles(std::vector<Line>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind != LineKind::Prose || !is_shortlog_heading(lines[i].text)) continue;
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end].kind == LineKind::Prose &&
           lines[end].indent > lines[i].indent) {
      ++end;
    }
    if (end == i + 1) continue;
    for (std::size_t k = i; k < end; ++k) lines[k].kind = LineKind::Dropped;
  }
}

bool bounds_block(const Line& line) {
  return line.kind == LineKind::Blank || line.apart;
}

// Blocks between blank lines: one that is mostly code is all code, one far indented is a quotation.
void drop_code_blocks(std::vector<Line>& lines) {
  bool introduced = false;  // the text before the block ends with a colon
  for (std::size_t i = 0; i < lines.size();) {
    if (bounds_block(lines[i])) {
      ++i;
      continue;
    }
    std::size_t end = i, dropped = 0, items = 0;
    std::uint32_t indent = ~0u;
    for (; end < lines.size() && !bounds_block(lines[end]); ++end) {
      dropped += lines[end].kind == LineKind::Dropped;
      items += lines[end].kind == LineKind::Item;
      indent = std::min(indent, lines[end].indent);
    }
    const bool quoted =
        items == 0 && (indent >= kQuotedIndent || (indent >= 3 && (introduced || dropped > 0)));
    if (quoted || dropped * 2 > end - i) {
      for (std::size_t k = i; k < end; ++k) {
        if (lines[k].kind != LineKind::Trailer) lines[k].kind = LineKind::Dropped;
      }
    }
    // Several quoted blocks may follow one introduction.
    introduced = lines[end - 1].text.ends_with(':') || (introduced && quoted);
    i = end;
  }
}

}  // namespace

std::vector<Line> classify_lines(std::string_view body) {
  std::vector<Line> lines;
  PatchState patch;
  bool fenced = false;
  while (!body.empty()) {
    const std::size_t newline = body.find('\n');
    std::string_view raw = body.substr(0, newline);
    body.remove_prefix(newline == std::string_view::npos ? body.size() : newline + 1);
    while (raw.ends_with('\r')) raw.remove_suffix(1);
    Line line = measure_indent(raw);
    const bool in_patch = patch.take(raw);
    if (!in_patch && ends_reading(line.text)) break;
    const bool fence = line.text.starts_with("```") || line.text.starts_with("~~~");
    if (fence) fenced = !fenced;
    if (line.text.empty()) {
      line.kind = LineKind::Blank;
    } else if (fence || fenced || in_patch) {
      line.kind = LineKind::Dropped;
      line.apart = true;
    } else {
      line.kind = judge(line.text);
      line.apart = is_quotation(line.text) || is_attribution(line.text);
      if (line.kind == LineKind::Prose) take_bullet(line);
    }
    lines.push_back(line);
  }
  drop_pasted_headers(lines);
  drop_wrapped_attributions(lines);
  drop_shortlogs(lines);
  drop_listed_titles(lines);
  drop_code_blocks(lines);
  return lines;
}

}  // namespace memfold::models::extractor
