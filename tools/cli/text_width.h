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

/// Whether a terminal acts on the character instead of showing it: control characters (C0, DEL, C1:
/// escapes) and whatever turns the direction of text around it.
bool is_obeyed(char32_t character);

/// One safe line: white space and line ends become single spaces; what is_obeyed(), and ill-formed
/// bytes, become U+FFFD, marks of direction (U+200E, U+200F, U+061C) nothing. Stored text is never
/// printed to a person without it.
std::string printable(std::string_view text);

/// The same JSON with what is_obeyed() written as \uXXXX: it stands in strings alone. Below a space
/// there are but line ends of the document's own, which stay.
std::string escape_obeyed(std::string_view json);

/// `text` broken at spaces into lines of at most `columns` columns, the second and later ones
/// behind `indent` spaces more. A longer word gets a line of its own.
std::string wrap(std::string_view text, std::size_t columns, std::size_t indent);

}  // namespace memfold::tools
