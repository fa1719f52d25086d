#include "tools/cli/text_width.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/text.h"

namespace memfold::tools {
namespace {

constexpr UChar32 kReplacement = 0xFFFD;
constexpr std::string_view kEllipsis = "…";

/// Calls visit(code point, begin, end) for each character; ill-formed bytes count as U+FFFD.
template <typename Visit>
void for_each_character(std::string_view text, Visit visit) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < size;) {
    const std::int32_t begin = i;
    UChar32 character = 0;
    U8_NEXT(bytes, i, size, character);
    if (!visit(character < 0 ? kReplacement : character, std::size_t(begin), std::size_t(i))) break;
  }
}

bool takes_no_room(UChar32 character) {
  // Vowels and finals of decomposed Hangul join the initial before them.
  if (character >= 0x1160 && character <= 0x11FF) return true;
  switch (u_charType(character)) {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_FORMAT_CHAR:
    case U_CONTROL_CHAR:
      return true;
    default:
      return false;
  }
}

std::size_t width_of(UChar32 character) {
  if (character < 0x7F) return character >= 0x20 ? 1 : 0;
  if (takes_no_room(character)) return 0;
  const int width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

/// They show nothing and say how the letters beside them run.
bool is_direction_mark(UChar32 character) {
  return character == 0x200E || character == 0x200F || character == 0x061C;
}

void append(std::string& text, UChar32 character) {
  std::uint8_t bytes[U8_MAX_LENGTH];
  std::int32_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, character);
  text.append(reinterpret_cast<const char*>(bytes), std::size_t(length));
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for_each_character(text, [&](UChar32 character, std::size_t, std::size_t) {
    width += width_of(character);
    return true;
  });
  return width;
}

std::string fit(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::size_t used = 0, end = 0;
  for_each_character(text, [&](UChar32 character, std::size_t, std::size_t after) {
    used += width_of(character);
    if (used > columns - 1) return false;
    end = after;
    return true;
  });
  return std::string(text.substr(0, end)) + std::string(kEllipsis);
}

bool is_obeyed(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character <= 0x9F) ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069) || is_direction_mark(UChar32(character));
}

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for_each_character(text, [&](UChar32 character, std::size_t begin, std::size_t end) {
    if (u_isWhitespace(character) || character == 0x85) {
      clean += ' ';
    } else if (is_direction_mark(character)) {
      return true;
    } else if (is_obeyed(char32_t(character)) || character == kReplacement) {
      append(clean, kReplacement);
    } else {
      clean += text.substr(begin, end - begin);
    }
    return true;
  });
  return collapse_spaces(clean);
}

std::string escape_obeyed(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for_each_character(json, [&](UChar32 character, std::size_t begin, std::size_t end) {
    if (character < 0x20 || !is_obeyed(char32_t(character))) {
      safe += json.substr(begin, end - begin);
    } else {
      std::array<char, 16> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", unsigned(character));
      safe += escape.data();
    }
    return true;
  });
  return safe;
}

std::string wrap(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::size_t width = display_width(word);
    if (used > 0 && used + 1 + width > columns) {
      lines += '\n' + std::string(indent, ' ');
      used = 0;
    } else if (used > 0) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += width;
    begin = end + 1;
  }
  return lines;
}

}  // namespace memfold::tools
