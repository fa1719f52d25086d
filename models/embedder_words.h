// Cuts characters into words and tells stem from grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/embedder_characters.h"
#include "models/embedder_lexicon.h"

namespace memfold::models {

enum class WordKind : std::uint8_t { Letters, Hangul, Syllabic, Number, Symbol };

/// A run of characters of one kind. The ranges index the rows of its WordList.
struct TextWord {
  WordKind kind = WordKind::Symbol;
  WordRole role = WordRole::Content;
  std::uint32_t first_unit = 0;  ///< its spelling: letters, jamo, digits, or the characters
  std::uint32_t stem_end = 0;    ///< one past the stem; endings follow, up to end_unit
  std::uint32_t end_unit = 0;
  std::uint32_t first_syllable = 0;  ///< its characters, for Hangul and syllabic words
  std::uint32_t stem_syllable_end = 0;
  std::uint32_t end_syllable = 0;
  std::uint64_t stem = 0;  ///< running hash of the stem's spelling
};

/// The words of one text. Reusable: read() keeps the memory. Not thread-safe.
class WordList {
 public:
  /// A number keeps one inner point (3.5) and loses grouping commas (5,000) and leading zeros.
  void read(std::span<const Character> characters);

  std::span<const TextWord> words() const { return words_; }
  const std::uint32_t* units() const { return units_.data(); }
  const std::uint32_t* syllables() const { return syllables_.data(); }

 private:
  std::size_t read_number(std::span<const Character> characters, std::size_t begin);
  std::size_t read_run(std::span<const Character> characters, std::size_t begin);
  void find_stem(TextWord& word) const;

  std::vector<TextWord> words_;
  std::vector<std::uint32_t> units_;
  std::vector<std::uint32_t> syllables_;
};

}  // namespace memfold::models
