// HTML mail to plain text.
#pragma once

#include <string>
#include <string_view>

namespace memfold::ingest {

/// The text a reader sees: block elements start lines, list items get "- ", table cells are set
/// apart, blockquotes get "> " before each line (nested: "> > "), entities are decoded, scripts,
/// styles, comments, the head and elements hidden by an inline display:none are dropped, links keep
/// their text. `html` is valid UTF-8 in any state of repair, so is the result. Linear in time and
/// memory.
std::string html_to_text(std::string_view html);

}  // namespace memfold::ingest
