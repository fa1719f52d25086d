#include "models/analyst/learned.h"

#include "memfold/judge.h"

#include <algorithm>
#include <numeric>

#include "core/portable_math.h"
#include "memfold/error.h"

namespace memfold::models {
namespace {

constexpr std::size_t kLinks = std::size(kRelationships);

/// Far from everything it was fitted on, a feature says no more than this many spreads do.
constexpr double kFarthest = 4;
constexpr double kHundredth = 0.01;

double standard(double mean, double scale, float value) {
  return std::clamp((double(value) - mean) * scale, -kFarthest, kFarthest);
}

}  // namespace

template <std::size_t N>
std::array<double, N> likely_by(std::array<double, N> log_odds) {
  const double most = *std::max_element(log_odds.begin(), log_odds.end());
  for (double& one : log_odds) one = portable_exp(one - most);
  const double all = std::accumulate(log_odds.begin(), log_odds.end(), 0.0);
  for (double& one : log_odds) one /= all;
  return log_odds;
}

template <std::size_t N>
LearnedModel<N>::LearnedModel(const Weights& weights, const std::string& name)
    : feature_names_(weights, name + ".features"),
      places_(weights.rows<FeaturePlace>(name + ".features.places", feature_names_.size())),
      feature_weights_(
          weights.rows<Probabilities>(name + ".features.weights", feature_names_.size())),
      intercepts_(weights.row<Probabilities>(name + ".intercepts")),
      words_(weights, name + ".words"),
      word_weights_(weights.rows<WordWeights<N>>(name + ".words.weights", words_.size())) {
  // Fewer only until weights are fitted for features just added; a test says so.
  if (places_.size() > kFeatureCount) {
    throw Error(ErrorCode::Mismatch,
                "weights: the " + name + "'s are for other features; fit them anew");
  }
  for (const Probabilities& feature : feature_weights_) {
    Probabilities& beyond = beyond_average_.emplace_back();
    for (std::size_t c = 0; c < N; ++c) beyond[c] = beyond_average(feature, c);
  }
}

template <std::size_t N>
auto LearnedModel<N>::input(const PairFeatures& features, std::span<const WordFeature> words) const
    -> Input {
  Input input;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& [mean, scale] = places_[i];
    input.features[i] = standard(mean, scale, features[i]);
  }
  input.words.reserve(words.size());
  for (const WordFeature& word : words) {
    const auto found = words_.find(word.text());
    input.words.push_back(found ? &word_weights_[*found][word.incoming() ? 0 : 1] : nullptr);
  }
  return input;
}

template <std::size_t N>
auto LearnedModel<N>::log_odds(const Input& input) const -> LogOdds {
  LogOdds sums = intercepts_;
  for (std::size_t i = 0; i < feature_weights_.size(); ++i) {
    for (std::size_t c = 0; c < N; ++c) sums[c] += input.features[i] * feature_weights_[i][c];
  }
  for (const auto* row : input.words) {
    if (row == nullptr) continue;
    for (std::size_t c = 0; c < N; ++c) sums[c] += (*row)[c] * kHundredth;
  }
  return sums;
}

template <std::size_t N>
auto LearnedModel<N>::probabilities(const PairFeatures& features,
                                    std::span<const WordFeature> words) const -> Probabilities {
  return likely_by(log_odds(input(features, words)));
}

template <std::size_t N>
Shares LearnedModel<N>::shares_for(const Input& input, std::size_t chosen) const {
  Shares shares;
  for (std::size_t i = 0; i < beyond_average_.size(); ++i) {
    shares.features[i] = input.features[i] * beyond_average_[i][chosen];
  }
  shares.parts.reserve(input.words.size());
  for (const auto* row : input.words) {
    shares.parts.push_back(row == nullptr ? 0 : beyond_average(*row, chosen) * kHundredth);
  }
  return shares;
}

template <std::size_t N>
std::vector<std::string_view> LearnedModel<N>::names() const {
  return feature_names_.all();
}

template std::array<double, kVerdicts> likely_by(std::array<double, kVerdicts>);
template std::array<double, kOutcomeCount> likely_by(std::array<double, kOutcomeCount>);
template class LearnedModel<kVerdicts>;
template class LearnedModel<kLinks>;

const LearnedModel<kVerdicts>& verdict_model() {
  static const LearnedModel<kVerdicts> model(weights(), "verdict");
  return model;
}

const LearnedModel<kLinks>& relationship_model() {
  static const LearnedModel<kLinks> model(weights(), "relationship");
  return model;
}

}  // namespace memfold::models
