#include "models/embedder_characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <array>
#include <cstddef>
#include <string>

#include "core/text.h"

namespace memfold::models {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  char32_t code;
  int bytes;
};

/// The character at the front of `text` (not empty); an ill-formed byte is read alone, as U+FFFD.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF && follows(1)) {
    return {(lead & 0x1F) << 6 | (byte(1) & 0x3Fu), 2};
  }
  if ((lead & 0xF0) == 0xE0 && follows(1) && follows(2)) {
    const char32_t code = (lead & 0xF) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) return {code, 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4 && follows(1) && follows(2) && follows(3)) {
    const char32_t code =
        (lead & 0x7) << 18 | (byte(1) & 0x3Fu) << 12 | (byte(2) & 0x3Fu) << 6 | (byte(3) & 0x3Fu);
    if (code >= 0x10000 && code <= 0x10FFFF) return {code, 4};
  }
  return {kReplacement, 1};
}

bool is_hangul_syllable(char32_t code) {
  return code >= 0xAC00 && code <= 0xD7A3;
}
bool is_common_han(char32_t code) {
  return code >= 0x4E00 && code <= 0x9FFF;
}

/// Blocks whose members neither normalise nor fold, and which only combine with characters outside
/// these blocks: a text made of them, ASCII, Hangul syllables and Han needs no ICU.
struct Block {
  char32_t first, last;
};
constexpr Block kPlainBlocks[] = {
    {0x00A0, 0x00B4},  // Latin-1 signs before the micro sign, which folds
    {0x00B6, 0x00BF},
    {0x2010, 0x205E},  // dashes, quotes, bullets
    {0x20A0, 0x20BF},  // currency
    {0x3001, 0x3029},  // CJK punctuation
    {0xFF01, 0xFF5E},  // full-width ASCII, folded below
    {kReplacement, kReplacement},
};

bool needs_no_icu(char32_t code) {
  if (is_hangul_syllable(code) || is_common_han(code)) return true;
  for (const Block& block : kPlainBlocks) {
    if (code >= block.first && code <= block.last) return true;
  }
  return false;
}

constexpr CharacterKind ascii_kind(char32_t code) {
  if (code >= '0' && code <= '9') return CharacterKind::Digit;
  if (code >= 'a' && code <= 'z') return CharacterKind::Letter;
  if (code == '%' || code == '$' || code == '+') return CharacterKind::Symbol;
  return CharacterKind::Separator;
}

/// ASCII, lower-cased, by code.
constexpr auto kAscii = [] {
  std::array<Character, 128> table{};
  for (char32_t code = 0; code < 128; ++code) {
    const char32_t lower = code >= 'A' && code <= 'Z' ? code + 32 : code;
    table[code] = {lower, ascii_kind(lower)};
  }
  return table;
}();

bool is_written_without_spaces(char32_t code) {
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(code), &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_HANGUL:  // jamo standing alone
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return true;
    default:
      return false;
  }
}

/// The character for any folded code outside ASCII.
Character classify(char32_t code) {
  if (is_hangul_syllable(code)) return {code, CharacterKind::Hangul};
  if (is_common_han(code)) return {code, CharacterKind::Syllabic};
  const auto point = static_cast<UChar32>(code);
  switch (u_charType(point)) {
    case U_DECIMAL_DIGIT_NUMBER:
      return {static_cast<char32_t>('0' + u_charDigitValue(point)), CharacterKind::Digit};
    case U_UPPERCASE_LETTER:
    case U_LOWERCASE_LETTER:
    case U_TITLECASE_LETTER:
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_LETTER_NUMBER:
    case U_OTHER_NUMBER:
      return {code,
              is_written_without_spaces(code) ? CharacterKind::Syllabic : CharacterKind::Letter};
    case U_CURRENCY_SYMBOL:
      return {code, CharacterKind::Symbol};
    case U_OTHER_SYMBOL:
      return {code, code == kReplacement ? CharacterKind::Separator : CharacterKind::Symbol};
    default:
      return {code, CharacterKind::Separator};
  }
}

/// Appends one folded code.
void append(char32_t code, std::vector<Character>& out) {
  if (code >= 0xFF01 && code <= 0xFF5E) code -= 0xFEE0;
  if (code < 128) {
    if (code != 0) out.push_back(kAscii[code]);
    return;
  }
  if (is_hangul_syllable(code)) {
    out.push_back({code, CharacterKind::Hangul});
  } else if (!u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
    out.push_back(classify(code));
  }
}

/// Reads plain text; false as soon as a character needs ICU.
bool read_plain(std::string_view text, std::vector<Character>& out) {
  for (std::size_t i = 0; i < text.size();) {
    const Decoded next = decode(text.substr(i));
    if (next.code >= 128 && !needs_no_icu(next.code)) return false;
    append(next.code, out);
    i += static_cast<std::size_t>(next.bytes);
  }
  return true;
}

}  // namespace

void read_characters(std::string_view text, std::vector<Character>& out) {
  out.clear();
  if (read_plain(text, out)) return;
  out.clear();
  const std::string folded = fold_case(to_valid_utf8(text));
  for (std::size_t i = 0; i < folded.size();) {
    const Decoded next = decode(std::string_view(folded).substr(i));
    append(next.code, out);
    i += static_cast<std::size_t>(next.bytes);
  }
}

}  // namespace memfold::models
