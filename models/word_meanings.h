// What the words of a statement mean, by the rows the built-in Embedder learned, and how far two
// statements cover each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/embedder_rows.h"

namespace memfold::models {

/// The first kMost words of a text that have a meaning. Immutable; borrows nothing: what a word
/// means is shared with other texts that have it.
class WordMeanings {
 public:
  static constexpr std::size_t kMost = 48;
  static constexpr int kUnit = 2048;  ///< the length of a direction
  using Direction = std::array<std::int16_t, PieceRows::kDimension>;

  struct Word {
    Direction direction;
    double length;  ///< how much it weighs in the meaning of a text
  };

  WordMeanings() = default;
  explicit WordMeanings(std::string_view text);

  using Words = std::span<const std::shared_ptr<const Word>>;  ///< none is null

  Words words() const { return words_; }

 private:
  std::vector<std::shared_ptr<const Word>> words_;
};

inline constexpr std::size_t kMeaningCount = 14;

/// How far each is covered by the other: of every word the cosine to its nearest one there, weighed
/// by its length, and what is left of both. Zeros where one of them means nothing. Pure; the same
/// numbers on any machine (cosines are of whole numbers).
std::array<float, kMeaningCount> meaning_numbers(const WordMeanings& existing,
                                                 const WordMeanings& incoming);

/// What each number is, in order.
std::span<const std::string_view, kMeaningCount> meaning_names();

}  // namespace memfold::models
