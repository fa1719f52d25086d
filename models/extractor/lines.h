// What each line of a mail's text is: prose to read, or something to leave out.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace memfold::models::extractor {

enum class LineKind : std::uint8_t {
  Blank,
  Prose,
  Item,     ///< starts a list item; `text` is without the bullet
  Rule,     ///< a line of dashes and the like: ends a paragraph
  Trailer,  ///< Reviewed-by: and its kin
  Dropped,  ///< code, patch, table, log, quotation, pasted header, address block
};

struct Line {
  std::string_view text;     ///< without indentation, bullet and trailing white space
  std::uint32_t indent = 0;  ///< columns, a tab counts 8
  std::uint32_t width = 0;   ///< columns with indentation and bullet
  LineKind kind = LineKind::Blank;
  bool apart = false;     ///< a quotation, patch or fence: says nothing about its neighbours
  bool open_box = false;  ///< a list item with an empty check box
};

/// Classifies the lines of `body` (valid UTF-8), up to a signature mark or an "original message"
/// mark, where reading ends. Views point into `body`. Linear time.
std::vector<Line> classify_lines(std::string_view body);

}  // namespace memfold::models::extractor
