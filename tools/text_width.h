// How much room text takes on a terminal, and what may be printed there at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace memfold::tools {

/// Columns `text` takes in a fixed-width terminal: East Asian wide and full-width characters count
/// 2, combining marks and other invisible ones 0. `text` should have gone through printable().
std::size_t display_width(std::string_view text);

/// `text` in at most `columns` columns: cut at a character and ended with "…" when it is longer.
std::string fit(std::string_view text, std::size_t columns);

/// One safe line: white space and line ends become single spaces; control characters (terminal
/// escapes), direction overrides and ill-formed bytes become U+FFFD. Stored text is never printed
/// to a person without it.
std::string printable(std::string_view text);

/// `text` broken at spaces into lines of at most `columns` columns, the second and later ones
/// behind `indent` spaces more. A longer word gets a line of its own.
std::string wrap(std::string_view text, std::size_t columns, std::size_t indent);

}  // namespace memfold::tools
