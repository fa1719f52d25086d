// Reads text as a row of folded characters, the form the built-in embedder counts n-grams in.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace memfold::models {

/// What a character does in a word.
enum class CharacterKind : std::uint8_t {
  Separator,  ///< white space, punctuation, anything unreadable
  Letter,     ///< a letter or mark of an alphabet
  Hangul,     ///< a precomposed Hangul syllable
  Syllabic,   ///< a character of a script written without spaces: Han, Kana, Thai, ...
  Digit,      ///< code is '0'..'9', whatever the script it was written in
  Symbol,     ///< stands for itself: currency, percent, emoji
};

struct Character {
  char32_t code;
  CharacterKind kind;
};

/// Replaces `out` by the characters of `text`: normalised to NFC, case-folded, full-width forms
/// made narrow, invisible characters dropped. Text that is canonically equivalent gives the same
/// row. Ill-formed bytes read as separators; any bytes are allowed. ASCII, Hangul syllables, Han
/// and common punctuation are read in one pass; a text with anything else goes through ICU.
void read_characters(std::string_view text, std::vector<Character>& out);

}  // namespace memfold::models
