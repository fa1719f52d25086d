#include "models/analyst/learned.h"

#include <algorithm>
#include <numeric>

#include "core/portable_math.h"
#include "models/data/analyst_weights.h"
#include "models/data/relationship_weights.h"

namespace memfold::models {
namespace {

constexpr std::size_t kLinks = std::size(kRelationships);

constexpr WordWeights<kVerdicts> kVerdictWords[] = {
#include "models/data/analyst_words.inc"
};
constexpr WordWeights<kLinks> kRelationshipWords[] = {
#include "models/data/relationship_words.inc"
};

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
LearnedModel<N>::LearnedModel(const Probabilities& intercepts,
                              std::span<const FeatureWeights<N>> features,
                              std::span<const WordWeights<N>> words)
    // Fewer only until weights are fitted for features just added; a test says so.
    : intercepts_(intercepts), features_(features.first(std::min(features.size(), kFeatureCount))) {
  for (const FeatureWeights<N>& feature : features_) {
    Probabilities& beyond = beyond_average_.emplace_back();
    for (std::size_t c = 0; c < N; ++c) beyond[c] = beyond_average(feature.weights, c);
  }
  words_.reserve(words.size());
  for (const WordWeights<N>& word : words) words_.emplace(word.text, &word);
}

template <std::size_t N>
auto LearnedModel<N>::input(const PairFeatures& features, std::span<const WordFeature> words) const
    -> Input {
  Input input;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    input.features[i] = standard(features_[i].mean, features_[i].scale, features[i]);
  }
  input.words.reserve(words.size());
  for (const WordFeature& word : words) {
    const auto* found = words_.find(word.text());
    input.words.push_back(found == nullptr  ? nullptr
                          : word.incoming() ? &(*found)->as_new
                                            : &(*found)->as_gone);
  }
  return input;
}

template <std::size_t N>
auto LearnedModel<N>::log_odds(const Input& input) const -> LogOdds {
  LogOdds sums = intercepts_;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    for (std::size_t c = 0; c < N; ++c) sums[c] += input.features[i] * features_[i].weights[c];
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
  for (std::size_t i = 0; i < features_.size(); ++i) {
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
  std::vector<std::string_view> names;
  for (const FeatureWeights<N>& feature : features_) names.push_back(feature.name);
  return names;
}

template std::array<double, kVerdicts> likely_by(std::array<double, kVerdicts>);
template class LearnedModel<kVerdicts>;
template class LearnedModel<kLinks>;

const LearnedModel<kVerdicts>& verdict_model() {
  static const LearnedModel<kVerdicts> model(kVerdictIntercepts, kVerdictFeatures, kVerdictWords);
  return model;
}

const LearnedModel<kLinks>& relationship_model() {
  static const LearnedModel<kLinks> model(kRelationshipIntercepts, kRelationshipFeatures,
                                          kRelationshipWords);
  return model;
}

}  // namespace memfold::models
