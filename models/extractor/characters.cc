#include "models/extractor/characters.h"

namespace memfold::models::extractor {

CodePoint code_point_at(std::string_view text, std::size_t position) {
  const auto byte = [&](std::size_t offset) {
    return static_cast<unsigned char>(text[position + offset]);
  };
  const unsigned char lead = byte(0);
  const std::size_t left = text.size() - position;
  if (lead >= 0xF0 && left >= 4) {
    return {(char32_t{lead & 0x07u} << 18) | (char32_t{byte(1) & 0x3Fu} << 12) |
                (char32_t{byte(2) & 0x3Fu} << 6) | (byte(3) & 0x3Fu),
            4};
  }
  if (lead >= 0xE0 && lead < 0xF0 && left >= 3) {
    return {(char32_t{lead & 0x0Fu} << 12) | (char32_t{byte(1) & 0x3Fu} << 6) | (byte(2) & 0x3Fu),
            3};
  }
  if (lead >= 0xC0 && lead < 0xE0 && left >= 2) {
    return {(char32_t{lead & 0x1Fu} << 6) | (byte(1) & 0x3Fu), 2};
  }
  return {lead, 1};
}

bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x1F300 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

bool is_space(char32_t c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0xA0 || (c >= 0x2000 && c <= 0x200B) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x3000 || c == 0xFEFF;
}

bool is_letter_beyond_latin(char32_t c) {
  if (c < 0x250) return false;
  if (c >= 0x2000 && c <= 0x2E7F) return false;  // punctuation, currency, symbols, box drawing
  if (c >= 0x3000 && c <= 0x303F) return false;  // CJK punctuation
  if (c >= 0xE000 && c <= 0xF8FF) return false;  // private use
  if (c >= 0xFE00 && c <= 0xFE6F) return false;  // variation selectors, small forms
  if (c >= 0xFF00 && c <= 0xFF20) return false;  // full-width punctuation
  if (c >= 0xFFF0 && c <= 0xFFFF) return false;
  return c < 0x1F000 || c >= 0x20000;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      ++width, ++i;
      continue;
    }
    const CodePoint c = code_point_at(text, i);
    width += is_wide(c.value) ? 2 : 1;
    i += c.bytes;
  }
  return width;
}

}  // namespace memfold::models::extractor
