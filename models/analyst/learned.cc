#include "models/analyst/learned.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "models/data/analyst_weights.h"

namespace memfold::models {
namespace {

/// The two differ only until weights are fitted for features just added; a test says so.
constexpr std::size_t kLearned = std::min(std::size(kFeatureWeights), kFeatureCount);

/// Far from everything it was fitted on, a feature says no more than this many spreads do.
constexpr double kFarthest = 4;
constexpr double kHundredth = 0.01;

constexpr WordWeights kWordWeights[] = {
#include "models/data/analyst_words.inc"
};

double standard(const FeatureWeights& feature, float value) {
  return std::clamp((double(value) - feature.mean) * feature.scale, -kFarthest, kFarthest);
}

/// Nothing where no pair it was fitted on taught what the word says.
const std::array<std::int16_t, kVerdicts>* word_weights(const WordFeature& feature) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const WordWeights*> words;
    for (const WordWeights& word : kWordWeights) words.emplace(word.text, &word);
    return words;
  }();
  const auto found = table.find(feature.text());
  if (found == table.end()) return nullptr;
  return feature.incoming() ? &found->second->as_new : &found->second->as_gone;
}

template <typename Weights>
double beyond_average(const Weights& weights, Verdict verdict) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  return double(weights[std::size_t(verdict)]) - sum / double(kVerdicts);
}

}  // namespace

Probabilities probabilities(const PairFeatures& features, std::span<const WordFeature> words) {
  Probabilities sums = kIntercepts;
  for (std::size_t i = 0; i < kLearned; ++i) {
    const double value = standard(kFeatureWeights[i], features[i]);
    for (std::size_t v = 0; v < kVerdicts; ++v) sums[v] += value * kFeatureWeights[i].weights[v];
  }
  for (const WordFeature& word : words) {
    const auto* learned = word_weights(word);
    if (learned == nullptr) continue;
    for (std::size_t v = 0; v < kVerdicts; ++v) sums[v] += (*learned)[v] * kHundredth;
  }
  const double most = *std::max_element(sums.begin(), sums.end());
  for (double& sum : sums) sum = std::exp(sum - most);
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (double& sum : sums) sum /= all;
  return sums;
}

std::vector<Spoken> strongest(const PairFeatures& features, std::span<const WordFeature> words,
                              Verdict verdict, std::size_t count) {
  std::vector<Spoken> spoken;
  for (std::size_t i = 0; i < kLearned; ++i) {
    const FeatureWeights& feature = kFeatureWeights[i];
    const double strength =
        standard(feature, features[i]) * beyond_average(feature.weights, verdict);
    if (strength > 0) spoken.push_back({feature.name, nullptr, strength});
  }
  for (const WordFeature& word : words) {
    const auto* learned = word_weights(word);
    if (learned == nullptr) continue;
    const double strength = beyond_average(*learned, verdict) * kHundredth;
    if (strength > 0) spoken.push_back({{}, &word, strength});
  }
  std::stable_sort(spoken.begin(), spoken.end(),
                   [](const Spoken& a, const Spoken& b) { return a.strength > b.strength; });
  if (spoken.size() > count) spoken.resize(count);
  return spoken;
}

std::vector<std::string_view> learned_names() {
  std::vector<std::string_view> names;
  for (const FeatureWeights& feature : kFeatureWeights) names.push_back(feature.name);
  return names;
}

}  // namespace memfold::models
