#include "core/text.h"

#include <re2/re2.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "core/mark_order.h"
#include "memfold/error.h"

namespace memfold {
namespace {

bool is_ascii_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

icu::StringPiece piece(std::string_view text) {
  return {text.data(), static_cast<std::int32_t>(text.size())};
}

void require(UErrorCode status, const char* what) {
  if (U_FAILURE(status)) {
    throw Error(ErrorCode::InvalidArgument, std::string(what) + ": " + u_errorName(status));
  }
}

const icu::Normalizer2& nfc() {
  static const icu::Normalizer2& kInstance = []() -> const icu::Normalizer2& {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* instance = icu::Normalizer2::getNFCInstance(status);
    require(status, "ICU offers no NFC");
    return *instance;
  }();
  return kInstance;
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return lower;
}

/// One leading reply, forward or list mark with the space around it.
const RE2& subject_prefix() {
  static const RE2 pattern(
      "(?i)^\\s*(?:"
      "(?:re|fw|fwd|aw|wg|sv|답장|회신|전달|답변|참조)\\s*(?:\\[\\d+\\]|\\(\\d+\\))?\\s*[:：]"
      "|\\[[^\\[\\]]{1,40}\\]"
      ")\\s*");
  return pattern;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < length;) {
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    if (c < 0) return false;
  }
  return true;
}

std::string to_valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < length;) {
    const std::int32_t start = i;
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    if (c < 0) {
      valid += "\xEF\xBF\xBD";
    } else if (c != 0) {
      valid.append(text.substr(std::size_t(start), std::size_t(i - start)));
    }
  }
  return valid;
}

std::string to_nfd(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::string ordered;
  if (has_many_marks(text)) text = ordered = in_canonical_order(text);
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
  require(status, "ICU offers no NFD");
  std::string normal;
  icu::StringByteSink<std::string> sink(&normal);
  nfd->normalizeUTF8(0, piece(text), sink, nullptr, status);
  require(status, "cannot decompose text");
  return normal;
}

std::string to_nfc(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::string ordered;  // asking whether it is normal puts marks in order too
  if (has_many_marks(text)) text = ordered = in_canonical_order(text);
  UErrorCode status = U_ZERO_ERROR;
  if (nfc().isNormalizedUTF8(piece(text), status) && U_SUCCESS(status)) return std::string(text);
  status = U_ZERO_ERROR;
  std::string normal;
  icu::StringByteSink<std::string> sink(&normal);
  nfc().normalizeUTF8(0, piece(text), sink, nullptr, status);
  require(status, "cannot normalise text");
  return normal;
}

std::string fold_case(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  const std::string normal = to_nfc(text);
  UErrorCode status = U_ZERO_ERROR;
  std::string folded;
  icu::StringByteSink<std::string> sink(&folded);
  icu::CaseMap::utf8Fold(0, piece(normal), sink, nullptr, status);
  require(status, "cannot fold case");
  return to_nfc(folded);
}

std::string fold_width(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  constexpr UChar32 kFirst = 0xFF01, kLast = 0xFF5E, kToAscii = 0xFEE0;
  std::string folded;
  folded.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < length;) {
    const std::int32_t start = i;
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    if (c >= kFirst && c <= kLast) {
      folded.push_back(static_cast<char>(c - kToAscii));
    } else if (c != 0x200B && c != 0x200C && c != 0x200D && c != 0xFEFF && c != 0xAD) {
      folded.append(text.substr(std::size_t(start), std::size_t(i - start)));
    }
  }
  return folded;
}

std::string fold_accents(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  const std::string apart = to_nfd(text);
  std::string folded;
  folded.reserve(apart.size());
  bool latin = false;
  for (std::size_t i = 0; i < apart.size(); ++i) {
    const auto byte = static_cast<unsigned char>(apart[i]);
    // U+0300 to U+036F behind an ASCII letter
    const bool mark = (byte == 0xCC || byte == 0xCD) && i + 1 < apart.size() &&
                      (byte == 0xCC || static_cast<unsigned char>(apart[i + 1]) < 0xB0);
    if (latin && mark) {
      ++i;
      continue;
    }
    latin = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    folded.push_back(apart[i]);
  }
  return to_nfc(folded);
}

std::string collapse_spaces(std::string_view text) {
  std::string collapsed;
  collapsed.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto length = static_cast<std::int32_t>(text.size());
  bool pending = false;
  for (std::int32_t i = 0; i < length;) {
    const std::int32_t start = i;
    UChar32 c;
    U8_NEXT(bytes, i, length, c);
    if (c >= 0 && u_isUWhiteSpace(c)) {
      pending = !collapsed.empty();
      continue;
    }
    if (pending) collapsed.push_back(' ');
    pending = false;
    collapsed.append(text.substr(std::size_t(start), std::size_t(i - start)));
  }
  return collapsed;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kNoBreak = "\u00A0", kIdeographic = "\u3000";
  for (bool changed = true; changed;) {
    changed = false;
    while (!text.empty() && is_ascii_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_ascii_blank(text.back())) text.remove_suffix(1);
    for (std::string_view space : {kNoBreak, kIdeographic}) {
      if (text.starts_with(space)) text.remove_prefix(space.size()), changed = true;
      if (text.ends_with(space)) text.remove_suffix(space.size()), changed = true;
    }
  }
  return text;
}

std::string_view cut_at_word(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  const std::size_t space = text.substr(0, end + 1).rfind(' ');
  if (space != std::string_view::npos && space > bytes / 2) end = space;
  return trim(text.substr(0, end));
}

std::string normalise_subject(std::string_view subject) {
  const std::string spaced = collapse_spaces(to_nfc(subject));
  re2::StringPiece rest(spaced);
  re2::StringPiece before = rest;
  while (RE2::Consume(&rest, subject_prefix())) {
    if (rest.empty()) return collapse_spaces({before.data(), before.size()});
    before = rest;
  }
  return std::string(rest.data(), rest.size());
}

std::string normalise_person(std::string_view person) {
  const std::size_t open = person.rfind('<');
  const std::size_t close = person.rfind('>');
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    const std::string_view address = person.substr(open + 1, close - open - 1);
    if (address.find('@') != std::string_view::npos) return fold_case(collapse_spaces(address));
  }
  return fold_case(collapse_spaces(person));
}

std::string normalise_key(std::string_view key) {
  return fold_case(collapse_spaces(key));
}

}  // namespace memfold
