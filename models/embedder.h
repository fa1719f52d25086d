// The built-in Embedder's working parts, for fitting and tests; hosts use builtin_embedder().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/embedder_characters.h"
#include "models/embedder_sketch.h"
#include "models/embedder_weights.h"
#include "models/embedder_words.h"

namespace memfold::models {

/// Turns texts into rows, one after another, reusing its memory. Not thread-safe: one per call.
class TextSketcher {
 public:
  explicit TextSketcher(const EmbedderWeights& weights = kEmbedderWeights) : weights_(weights) {}

  /// Writes the row of `text`, FeatureCounts::kDimension values; zeros if it holds no word.
  void sketch(std::string_view text, std::span<std::int16_t> out);

 private:
  const EmbedderWeights weights_;
  std::vector<Character> characters_;
  WordList words_;
  FeatureCounts counts_;
};

}  // namespace memfold::models
