// HTML mail to plain text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace memfold::ingest {

/// The text a reader sees: block elements start lines, list items get "- ", table cells are set
/// apart, blockquotes get "> " before each line (nested: "> > "), entities are decoded, scripts,
/// styles, comments, the head and elements hidden by an inline display:none are dropped, links keep
/// their text. `html` is valid UTF-8 in any state of repair, so is the result. Linear in time and
/// memory.
std::string html_to_text(std::string_view html);

/// What a page is made of beside its text.
struct HtmlLook {
  std::uint32_t links = 0;  ///< <a> with an href
  std::uint32_t fonts = 0;  ///< <font> and <img>
  bool hides_host = false;  ///< a link to a bare IP address, or with an "@" before its host ends
  HtmlLook& operator+=(const HtmlLook& other);
};

/// Counts in `html`, in any state of repair. Linear time.
HtmlLook look_of(std::string_view html);

}  // namespace memfold::ingest
