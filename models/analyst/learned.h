// What the features of a pair speak for: a multinomial logistic regression, fitted by
// tools/fit_analyst.py. Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 4.4.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"
#include "models/analyst/pair_features.h"
#include "models/analyst/word_features.h"

namespace memfold::models {

inline constexpr std::size_t kVerdicts = 5;

/// One feature: where it lies and how far it spreads in the pairs it was fitted on, and what one
/// such spread above says for each verdict, in the order of Verdict.
struct FeatureWeights {
  std::string_view name;
  double mean, scale;  ///< scale: 1 over the standard deviation
  std::array<double, kVerdicts> weights;
};

/// What a word that only one statement has says for each verdict, in hundredths.
struct WordWeights {
  std::string_view text;  ///< see WordFeature
  std::array<std::int16_t, kVerdicts> as_new, as_gone;
};

/// How likely each verdict is, in the order of Verdict; they sum to 1.
using Probabilities = std::array<double, kVerdicts>;
Probabilities probabilities(const PairFeatures& features, std::span<const WordFeature> words);

/// A feature that spoke for a verdict, or a word that did.
struct Spoken {
  std::string_view feature;           ///< empty where it was a word
  const WordFeature* word = nullptr;  ///< into the words given
  double strength = 0;                ///< in the verdict's log-odds, beyond what it says on average
};

/// What spoke most for `verdict` rather than for the others, the strongest first.
std::vector<Spoken> strongest(const PairFeatures& features, std::span<const WordFeature> words,
                              Verdict verdict, std::size_t count);

/// The features the weights are for, in order: those of feature_names().
std::vector<std::string_view> learned_names();

}  // namespace memfold::models
