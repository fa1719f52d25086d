// One pass over a statement: numbers, words and symbols with their places.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memfold::models {

enum class TokenKind : std::uint8_t {
  Number,  ///< digits with thousands commas and dots: "5,000", "3.5", "2.1.0"
  Latin,   ///< letters of any script but Hangul, inner apostrophes and underscores
  Hangul,  ///< precomposed syllables
  Symbol,  ///< one code point of anything else, or one ill-formed byte
};

struct Token {
  TokenKind kind = TokenKind::Symbol;
  bool space_before = false;
  bool sentence_start = false;  ///< first word of a sentence or line
  bool capital = false;         ///< first letter is upper case
  bool all_capitals = false;    ///< at least two letters, all upper case
  bool inner_capital = false;   ///< CamelCase
  std::uint32_t begin = 0, end = 0;
  /// Bytes of a Hangul word without its last ending, without two and without three, as far as it
  /// has them; then 0. See korean_step.
  std::array<std::uint32_t, 3> shorter{};
};

/// A statement cut into tokens. `lowered` has the bytes of the statement with Latin-1 letters in
/// lower case and white space as ' ', so offsets are those of the statement.
struct Tokens {
  std::string lowered;
  std::vector<Token> list;

  std::size_t size() const { return list.size(); }
  std::string_view text(std::size_t i) const { return slice(list[i].begin, list[i].end); }
  std::string_view slice(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(lowered).substr(begin, end - begin);
  }
  /// What korean_stem makes of token i.
  std::string_view stem(std::size_t i) const {
    std::string_view stem = text(i);
    for (const std::uint32_t bytes : list[i].shorter)
      stem = stem.substr(0, bytes ? bytes : stem.npos);
    return stem;
  }
  /// What korean_stem leaves of token i: its particles and endings.
  std::string_view ending(std::size_t i) const { return text(i).substr(stem(i).size()); }
  bool is(std::size_t i, TokenKind kind) const { return i < list.size() && list[i].kind == kind; }
  bool is(std::size_t i, std::string_view expected) const {
    return i < list.size() && text(i) == expected;
  }
  /// Token i follows token i - 1 with nothing between them.
  bool glued(std::size_t i) const { return i > 0 && i < list.size() && !list[i].space_before; }
};

/// Any bytes; ill-formed UTF-8 becomes symbols. Linear time.
Tokens tokenise(std::string_view text);

/// Number of code points in well-formed text.
std::size_t code_points(std::string_view text);

/// Byte length of the first `count` code points.
std::size_t prefix_bytes(std::string_view text, std::size_t count);

/// A Hangul syllable is three bytes; whether `text` is made of them only.
bool is_hangul(std::string_view text);

}  // namespace memfold::models
