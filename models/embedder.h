// memfold-ngram's working parts, and what both built-in Embedders share; hosts use
// ngram_embedder().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/embedder_characters.h"
#include "models/embedder_sketch.h"
#include "models/embedder_weights.h"
#include "models/embedder_words.h"

namespace memfold::models {

/// Throws ErrorCode::InvalidArgument unless `values` are so many rows.
void require_room(std::size_t texts, std::size_t row, std::size_t values);

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
