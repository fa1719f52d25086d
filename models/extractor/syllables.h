// A set of Hangul syllables: the quick answer to whether any entry of a table can match.
#pragma once

#include <bitset>
#include <string_view>

#include "models/extractor/characters.h"

namespace memfold::models::extractor {

class Syllables {
 public:
  void add(std::string_view syllable) {
    if (const std::size_t i = index(syllable); i < kCount) set_.set(i);
  }
  /// `syllable`: at least three bytes of valid UTF-8, the first code point counts.
  bool has(std::string_view syllable) const {
    const std::size_t i = index(syllable);
    return i < kCount && set_[i];
  }

  template <typename Table>
  static Syllables first_of(const Table& table) {
    Syllables set;
    for (const std::string_view text : table) set.add(text);
    return set;
  }
  template <typename Table>
  static Syllables last_of(const Table& table) {
    Syllables set;
    for (const std::string_view text : table) set.add(text.substr(text.size() - kBytes));
    return set;
  }

  static constexpr std::size_t kBytes = 3;

 private:
  static constexpr std::size_t kCount = 0xD7A4 - 0xAC00;
  static std::size_t index(std::string_view text) {
    return text.size() < kBytes ? kCount : std::size_t(code_point_at(text, 0).value) - 0xAC00;
  }

  std::bitset<kCount> set_;
};

}  // namespace memfold::models::extractor
