// A text in which whole words are looked up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace memfold::models::extractor {

/// Keeps a copy with ASCII letters in lower case. A Latin word matches between characters that are
/// no letters or digits; a Hangul one with nothing but a particle or honorific behind it.
class WrittenText {
 public:
  WrittenText() = default;
  explicit WrittenText(std::string_view text);

  /// How often `word` (ASCII letters in lower case) occurs, at most `most` times.
  std::size_t count(std::string_view word, std::size_t most) const;
  bool has(std::string_view word) const { return count(word, 1) > 0; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace memfold::models::extractor
