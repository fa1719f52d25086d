// What the features of a pair speak for: a multinomial logistic regression, fitted by
// tools/fit_analyst.py. Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 4.4.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"
#include "models/analyst/pair_features.h"

namespace memfold::models {

inline constexpr std::size_t kVerdicts = 5;

/// One feature: where it lies and how far it spreads in the pairs it was fitted on, and what one
/// such spread above says for each verdict, in the order of Verdict.
struct FeatureWeights {
  std::string_view name;
  double mean, scale;  ///< scale: 1 over the standard deviation
  std::array<double, kVerdicts> weights;
};

/// How likely each verdict is, in the order of Verdict; they sum to 1.
using Probabilities = std::array<double, kVerdicts>;
Probabilities probabilities(const PairFeatures& features);

/// Names of the features that spoke most for `verdict` rather than for the others, the strongest
/// first.
std::vector<std::string_view> strongest(const PairFeatures& features, Verdict verdict,
                                        std::size_t count);

/// The features the weights are for, in order: those of feature_names().
std::vector<std::string_view> learned_names();

}  // namespace memfold::models
