#include "models/embedder_features.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace memfold::models {
namespace {

/// Each kind of feature begins its hash elsewhere.
enum Seed : std::uint64_t {
  kStem = 0x51ull << 56,
  kPair = 0x52ull << 56,
  kLetters = 0x53ull << 56,
  kJamo = 0x54ull << 56,
  kSyllable = 0x55ull << 56,
};

constexpr std::uint32_t kEdge = 1;  // stands before and after a word in its n-grams
constexpr std::int32_t kFull = 16;  // the unit of factors

constexpr std::size_t kShares = 64;
/// 256 / sqrt(n): what each of n features that share a weight gets of it.
const std::array<std::int32_t, kShares> kShare = [] {
  std::array<std::int32_t, kShares> table{};
  for (std::size_t n = 1; n < kShares; ++n) {
    table[n] = static_cast<std::int32_t>(256 / std::sqrt(static_cast<double>(n)) + 0.5);
  }
  return table;
}();

std::int32_t share(std::int32_t weight, std::size_t among) {
  return weight * kShare[among < kShares ? among : kShares - 1];
}

/// Walks the words of one text and adds what it finds.
class Features {
 public:
  Features(const WordList& list, const EmbedderWeights& weights, FeatureCounts& counts)
      : list_(list), weights_(weights), counts_(counts) {}

  void add_all() {
    const auto words = list_.words();
    for (std::size_t i = 0; i < words.size(); ++i) {
      add_word(words[i]);
      if (i > 0) add_seam(words[i - 1], words[i]);
    }
    add_pairs();
  }

 private:
  void add(std::uint64_t hash, std::int64_t weight, std::int32_t factor) {
    counts_.add(hash, static_cast<std::int32_t>(weight * factor / (kFull * 16)));
  }

  std::int32_t factor(const TextWord& word) const {
    if (word.role == WordRole::Function) return weights_.function_word;
    if (word.role == WordRole::Frame) return weights_.frame_word;
    if (word.role == WordRole::Decisive) return weights_.decisive_word;
    if (word.kind == WordKind::Letters) {
      const std::uint32_t letters = word.stem_end - word.first_unit;
      return letters <= 3 ? weights_.short_word[letters - 1] : kFull;
    }
    if (word.kind == WordKind::Hangul) {
      const std::uint32_t syllables = word.stem_syllable_end - word.first_syllable;
      return syllables <= 2 ? weights_.short_hangul[syllables - 1] : kFull;
    }
    if (word.kind == WordKind::Number) {
      const std::uint32_t digits = word.end_unit - word.first_unit;
      return digits <= 2 ? weights_.short_number[digits - 1] : kFull;
    }
    return kFull;
  }

  void add_word(const TextWord& word) {
    const std::int32_t scale = factor(word);
    switch (word.kind) {
      case WordKind::Letters:
        add(extend(kStem, word.stem), share(weights_.word, 1), scale);
        add_runs(word, kLetters, 3, weights_.letters, scale);
        break;
      case WordKind::Hangul:
        add(extend(kStem, word.stem), share(weights_.word, 1), scale);
        add_runs(word, kJamo, 3, weights_.jamo, scale);
        add_syllables(word, scale);
        break;
      case WordKind::Syllabic:
        add_syllables(word, scale);
        break;
      case WordKind::Number:
        add(extend(kStem, word.stem), share(weights_.number, 1), scale);
        break;
      case WordKind::Symbol:
        add(extend(kStem, word.stem), share(weights_.symbol, 1), kFull);
        break;
    }
  }

  /// Runs of `shortest`, shortest + 1, ... units, with the word's edges as units of their own. What
  /// overlaps the endings counts less, in proportion.
  template <std::size_t kSizes>
  void add_runs(const TextWord& word, std::uint64_t seed, std::size_t shortest,
                const std::int32_t (&weights)[kSizes], std::int32_t scale) {
    const std::uint32_t* units = list_.units() + word.first_unit;
    const std::size_t size = word.end_unit - word.first_unit + 2;
    const std::size_t stem = word.stem_end - word.first_unit + 1;
    std::int32_t shares[kSizes];
    for (std::size_t k = 0; k < kSizes; ++k) {
      const std::size_t length = shortest + k;
      shares[k] = size < length ? 0 : share(weights[k], size - length + 1);
    }
    const auto at = [&](std::size_t i) { return i == 0 || i + 1 == size ? kEdge : units[i - 1]; };
    for (std::size_t begin = 0; begin + shortest <= size; ++begin) {
      std::uint64_t hash = seed;
      std::size_t i = begin;
      for (; i < begin + shortest - 1; ++i) hash = extend(hash, at(i));
      for (std::size_t k = 0; k < kSizes && i < size; ++k, ++i) {
        hash = extend(hash, at(i));
        add(hash + k, shares[k], scaled(begin, i + 1, stem, scale));
      }
    }
  }

  /// The factor of the units [begin, end) of a word whose stem ends at `stem`.
  std::int32_t scaled(std::size_t begin, std::size_t end, std::size_t stem,
                      std::int32_t scale) const {
    if (end <= stem) return scale;
    const auto inside = static_cast<std::int32_t>(stem > begin ? stem - begin : 0);
    const auto all = static_cast<std::int32_t>(end - begin);
    return scale * (inside * kFull + (all - inside) * weights_.ending) / (all * kFull);
  }

  void add_syllables(const TextWord& word, std::int32_t scale) {
    const std::uint32_t* syllables = list_.syllables() + word.first_syllable;
    const std::size_t size = word.end_syllable - word.first_syllable;
    const std::size_t stem = word.stem_syllable_end - word.first_syllable;
    const std::int32_t single = share(weights_.syllable, size);
    const std::int32_t pair = share(weights_.syllable_pair, size > 1 ? size - 1 : 1);
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t hash = extend(kSyllable, syllables[i]);
      add(hash, single, scaled(i, i + 1, stem, scale));
      if (i + 1 < size) {
        add(extend(hash, syllables[i + 1]), pair, scaled(i, i + 2, stem, scale));
      }
    }
  }

  /// Korean is spaced as its writers please, so syllables also pair across a space.
  void add_seam(const TextWord& left, const TextWord& right) {
    if (left.end_syllable == left.first_syllable || right.end_syllable == right.first_syllable) {
      return;
    }
    const std::uint32_t* syllables = list_.syllables();
    const bool in_ending = left.stem_syllable_end != left.end_syllable;
    const std::int32_t scale = factor(left) * factor(right) / kFull;
    add(extend(extend(kSyllable, syllables[left.end_syllable - 1]),
               syllables[right.first_syllable]),
        share(weights_.syllable_seam, 1), in_ending ? scale * weights_.ending / kFull : scale);
  }

  void add_pairs() {
    const TextWord* previous = nullptr;
    for (const TextWord& word : list_.words()) {
      if (word.role == WordRole::Function || word.kind == WordKind::Symbol) continue;
      if (previous) {
        add(extend(extend(kPair, previous->stem), word.stem), share(weights_.word_pair, 1), kFull);
      }
      previous = &word;
    }
  }

  const WordList& list_;
  const EmbedderWeights& weights_;
  FeatureCounts& counts_;
};

}  // namespace

void add_features(const WordList& words, const EmbedderWeights& weights, FeatureCounts& counts) {
  Features(words, weights, counts).add_all();
}

}  // namespace memfold::models
