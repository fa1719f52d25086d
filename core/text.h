// Unicode text: validity, normal forms and the normalisations that make exact keys comparable.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace memfold {

/// An ASCII letter in lower case; any other byte as it is.
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool is_valid_utf8(std::string_view text);

/// Normalisation form C. `text` must be valid UTF-8; ASCII is returned as it is, without work.
std::string to_nfc(std::string_view text);

/// The same text fully decomposed (NFD).
std::string to_nfd(std::string_view text);

/// Replaces every ill-formed sequence by U+FFFD and drops NUL bytes.
std::string to_valid_utf8(std::string_view text);

/// NFC and default case folding (full, locale-independent): for comparing words.
std::string fold_case(std::string_view text);

/// Full-width Latin letters, digits and marks as ASCII; characters of no width go.
std::string fold_width(std::string_view text);

/// Latin letters without their accents; other scripts as they are. NFC.
std::string fold_accents(std::string_view text);

/// Trims Unicode white space at both ends and turns every inner run of it into one space.
std::string collapse_spaces(std::string_view text);

/// Text without ASCII white space, U+00A0 and U+3000 at either end.
std::string_view trim(std::string_view text);

/// Text without any of these ASCII characters at either end.
inline std::string_view trim_any_of(std::string_view text, std::string_view characters) {
  const std::size_t start = text.find_first_not_of(characters);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(characters) - start + 1);
}

/// The longest prefix of at most `bytes` bytes that ends between words if it can, else between
/// code points.
std::string_view cut_at_word(std::string_view text, std::size_t bytes);

/// A subject line without Re:, Fwd:, [list], 회신:, 전달: ... in any order and number; NFC, spaces
/// collapsed, case kept.
std::string normalise_subject(std::string_view subject);

/// A person as an exact key: "Kim <KIM@x.kr>" and "kim@x.kr" are both "kim@x.kr"; a name without an
/// address is case-folded with spaces collapsed.
std::string normalise_person(std::string_view person);

/// An entity or thread as an exact key: case-folded, spaces collapsed.
std::string normalise_key(std::string_view key);

/// Applies `normalise` to each item, drops empties, sorts and removes repeats.
template <typename Normalise>
std::vector<std::string> normalised_set(const std::vector<std::string>& items,
                                        Normalise normalise) {
  std::vector<std::string> result;
  result.reserve(items.size());
  for (const std::string& item : items) {
    if (std::string key = normalise(item); !key.empty()) result.push_back(std::move(key));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace memfold
