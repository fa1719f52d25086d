// Tells what kind of line each line of a mail is, by itself.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace memfold::ingest {

enum class LineKind : std::uint8_t {
  Text,
  Blank,
  Quoted,       ///< starts with ">"
  Attribution,  ///< introduces a quotation
  Opener,       ///< everything behind it is someone else's
  Boilerplate,  ///< diff, diffstat, trailer: dropped
};

struct MailLine {
  std::string_view text;     ///< without its end
  std::string_view content;  ///< without outer space
  LineKind kind = LineKind::Text;
};

/// Splits and classifies; diffs are recognised by their hunk headers and counts.
std::vector<MailLine> classify_lines(std::string_view text);

/// Whether `content` is a line drawn with characters.
bool is_rule(std::string_view content);

/// Whether `content` (one line, no outer space) reads like the introduction of a quotation, a
/// closing, a list footer's mark or the start of a legal notice.
bool is_attribution(std::string_view content);
bool is_closing(std::string_view content);
bool is_footer_mark(std::string_view content);
bool is_disclaimer(std::string_view content);

}  // namespace memfold::ingest
