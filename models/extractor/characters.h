// Character classes of UTF-8 text, as far as the extractor needs them. All functions are pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/text.h"

namespace memfold::models::extractor {

inline bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_ascii_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
inline bool is_ascii_lower(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_ascii_letter(char c) {
  return is_ascii_upper(c) || is_ascii_lower(c);
}
inline bool is_ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
inline char ascii_lower(char c) {
  return is_ascii_upper(c) ? static_cast<char>(c + 32) : c;
}

struct CodePoint {
  char32_t value = 0;
  std::uint8_t bytes = 1;
};

/// The code point at `position` (< text.size()) of valid UTF-8. An ill-formed byte gives itself.
CodePoint code_point_at(std::string_view text, std::size_t position);

inline bool is_hangul(char32_t c) {
  return (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x1100 && c <= 0x11FF) ||
         (c >= 0x3131 && c <= 0x318E);
}
inline bool is_latin_letter(char32_t c) {
  return (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) || (c >= 0x1E00 && c <= 0x1EFF);
}
bool is_wide(char32_t c);   ///< takes two columns
bool is_space(char32_t c);  ///< white space beyond ASCII included
bool is_letter_beyond_latin(char32_t c);

/// The number of columns a line takes; a wide character counts two.
std::size_t display_width(std::string_view text);

}  // namespace memfold::models::extractor
