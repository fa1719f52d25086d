// The features of a text: what the built-in embedder sees of it.
#pragma once

#include "models/embedder_sketch.h"
#include "models/embedder_weights.h"
#include "models/embedder_words.h"

namespace memfold::models {

/// Adds the features of `words` to `counts`: stems and pairs of stems; letters, jamo and syllables
/// in a row; numbers and the places numbers stand in.
void add_features(const WordList& words, const EmbedderWeights& weights, FeatureCounts& counts);

}  // namespace memfold::models
