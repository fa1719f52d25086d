// What the features of a pair speak for: two multinomial logistic regressions, one for the verdict
// and one for the kind of a link, fitted by training/fit_analyst.py. Hastie, Tibshirani, Friedman,
// The Elements of Statistical Learning, 4.4.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"
#include "models/analyst/pair_features.h"
#include "models/analyst/word_features.h"
#include "models/weights/word_index.h"

namespace memfold::models {

/// Where a feature lies in the pairs it was fitted on, and 1 over how far it spreads there.
using FeaturePlace = std::array<double, 2>;

/// What a word that only one statement has says for each class, in hundredths: as a new word, and
/// as one that is gone.
template <std::size_t N>
using WordWeights = std::array<std::array<std::int16_t, N>, 2>;

/// What each feature of a pair, and each word or part of its statements, says for one class rather
/// than for the average one, in log-odds. Below 0 it speaks against it.
struct Shares {
  std::array<double, kFeatureCount> features{};
  std::vector<double> parts;  ///< of the words a model was given, or the parts it cut
};

/// How much more a weight is than the average class's.
template <typename Weights>
double beyond_average(const Weights& weights, std::size_t chosen) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  return double(weights[chosen]) - sum / double(weights.size());
}

/// How likely each class is, by their log-odds; they sum to 1 and are the same bits everywhere.
template <std::size_t N>
std::array<double, N> likely_by(std::array<double, N> log_odds);

/// Immutable; views of the file of weights.
template <std::size_t N>
class LearnedModel {
 public:
  /// How likely each class is; they sum to 1.
  using Probabilities = std::array<double, N>;

  /// What each class's log-odds come to, up to a number common to all.
  using LogOdds = std::array<double, N>;

  /// `name` is what its sections begin with. Throws ErrorCode::Mismatch where the weights are for
  /// another model.
  LearnedModel(const Weights& weights, const std::string& name);

  /// A pair as the model takes it: how many spreads each feature is above its mean, and what each
  /// word says; null where no pair it was fitted on taught that.
  struct Input {
    std::array<double, kFeatureCount> features{};
    std::vector<const std::array<std::int16_t, N>*> words;
  };
  Input input(const PairFeatures& features, std::span<const WordFeature> words) const;

  LogOdds log_odds(const Input& input) const;
  Probabilities probabilities(const PairFeatures& features,
                              std::span<const WordFeature> words) const;

  /// What spoke for `chosen` and against it; parts: of the words.
  Shares shares_for(const Input& input, std::size_t chosen) const;

  /// The features the weights are for, in order: those of feature_names().
  std::vector<std::string_view> names() const;

 private:
  Texts feature_names_;
  std::span<const FeaturePlace> places_;
  std::span<const Probabilities> feature_weights_;  ///< what one spread above says for each class
  const Probabilities& intercepts_;
  std::vector<Probabilities> beyond_average_;  ///< of each feature's weights, what each is above it
  WordIndex words_;
  std::span<const WordWeights<N>> word_weights_;
};

inline constexpr std::size_t kVerdicts = 5;
/// Classes in the order of Verdict.
const LearnedModel<kVerdicts>& verdict_model();

/// What a link can be, as far as it is learned; the classes of relationship_model(), in its order.
inline constexpr EdgeType kRelationships[] = {
    EdgeType::Alternative, EdgeType::Causal,     EdgeType::Elaboration, EdgeType::Prerequisite,
    EdgeType::Reference,   EdgeType::Sequential, EdgeType::Thematic};
const LearnedModel<std::size(kRelationships)>& relationship_model();

}  // namespace memfold::models
