// Finds function words and endings; the words themselves are in models/language/*.words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memfold::models {

/// Hangul as jamo, in the code points of the conjoining block.
struct Jamo {
  std::uint32_t leading, vowel, trailing;  ///< trailing 0: none
};
constexpr Jamo jamo_of(char32_t syllable) {
  const std::uint32_t index = static_cast<std::uint32_t>(syllable) - 0xAC00;
  const std::uint32_t trailing = index % 28;
  return {0x1100 + index / 588, 0x1161 + index % 588 / 28, trailing ? 0x11A7 + trailing : 0};
}
constexpr bool is_leading_jamo(std::uint32_t code) {
  return code >= 0x1100 && code <= 0x1112;
}

/// Where the running hash of a word or an ending begins.
inline constexpr std::uint64_t kSpellingSeed = 0x6D656D666F6C6421ull;

/// A fixed set of spellings, each with a small number. Immutable, so safe to share.
class SpellingTable {
 public:
  static constexpr int kAbsent = -1;

  explicit SpellingTable(std::size_t expected);
  void insert(std::uint64_t hash, int value);  ///< an earlier value stays
  int find(std::uint64_t hash) const;          ///< kAbsent if it is not there

 private:
  struct Slot {
    std::uint64_t hash = 0;
    int value = kAbsent;
  };
  std::vector<Slot> slots_;  ///< open addressing; the size is a power of two
};

/// What a word does in a statement.
enum class WordRole : std::uint8_t {
  Content,
  Function,  ///< says little about the subject
  Frame,     ///< a unit or a word of change: what a value stands in
  Decisive,  ///< turns or measures the statement: negations, small numbers in words
};

struct EmbedderWords;

/// The embedder's knowledge of words.
class Lexicon {
 public:
  /// The one built from the data; made on first use, never changed. Thread-safe.
  static const Lexicon& instance();

  /// The role of the word spelt by this running hash (from kSpellingSeed, of folded letters or
  /// jamo).
  WordRole role(std::uint64_t hash) const;

  /// How many units of a word's spelling are stem; the rest are endings.
  std::size_t korean_stem(std::span<const std::uint32_t> jamo) const;
  std::size_t english_stem(std::span<const std::uint32_t> letters) const;

 private:
  Lexicon();
  explicit Lexicon(const EmbedderWords& words);

  SpellingTable roles_;
  SpellingTable korean_endings_;  ///< by the hash of the ending backwards; value: stem needed
  SpellingTable english_endings_;
};

}  // namespace memfold::models
