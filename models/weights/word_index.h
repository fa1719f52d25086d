// Words to numbers, as a file of weights holds them: nothing is built before the first look-up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/weights/weights.h"
#include "models/word_table.h"

namespace memfold::models {

/// Texts one behind the other. Borrows the weights.
class Texts {
 public:
  /// The sections NAME.text and NAME.ends. Throws ErrorCode::Corruption where ends do not ascend to
  /// the end of the text.
  Texts(const Weights& weights, const std::string& name);

  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t i) const {
    const std::uint32_t begin = i == 0 ? 0 : ends_[i - 1];
    return {text_.data() + begin, ends_[i] - begin};
  }
  std::vector<std::string_view> all() const;

 private:
  std::string_view text_;
  std::span<const std::uint32_t> ends_;
};

/// Each word once, and a table made when the weights were written that finds it: open addressing by
/// word_hash(), at most half full. Reading is safe from any thread.
class WordIndex {
 public:
  /// The sections NAME.text, NAME.ends and NAME.places. Throws ErrorCode::Corruption where a
  /// look-up could leave them or never end.
  WordIndex(const Weights& weights, const std::string& name);

  std::size_t size() const { return words_.size(); }

  /// Which of the words it is; none: not one of them.
  std::optional<std::size_t> find(std::string_view word) const {
    const std::uint64_t hash = word_hash(word);
    const auto tag = std::uint32_t(hash >> (32 + kNumberBits));
    const std::size_t mask = places_.size() - 1;
    for (std::size_t at = hash & mask; places_[at] != 0; at = (at + 1) & mask) {
      if (places_[at] >> kNumberBits != tag) continue;
      const std::size_t number = (places_[at] & kNumberMask) - 1;
      if (words_[number] == word) return number;
    }
    return std::nullopt;
  }

 private:
  /// Of a place: the word's number, counted from 1; above them, the highest bits of its hash.
  static constexpr int kNumberBits = 20;
  static constexpr std::uint32_t kNumberMask = (1U << kNumberBits) - 1;

  Texts words_;
  std::span<const std::uint32_t> places_;
};

}  // namespace memfold::models
