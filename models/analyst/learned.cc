#include "models/analyst/learned.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/data/analyst_weights.h"

namespace memfold::models {
namespace {

static_assert(std::size(kFeatureWeights) == kFeatureCount, "fit the weights anew");

/// Far from everything it was fitted on, a feature says no more than this many spreads do.
constexpr double kFarthest = 4;

double standard(const FeatureWeights& feature, float value) {
  return std::clamp((double(value) - feature.mean) * feature.scale, -kFarthest, kFarthest);
}

}  // namespace

Probabilities probabilities(const PairFeatures& features) {
  Probabilities sums = kIntercepts;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    const double value = standard(kFeatureWeights[i], features[i]);
    for (std::size_t v = 0; v < kVerdicts; ++v) sums[v] += value * kFeatureWeights[i].weights[v];
  }
  const double most = *std::max_element(sums.begin(), sums.end());
  for (double& sum : sums) sum = std::exp(sum - most);
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (double& sum : sums) sum /= all;
  return sums;
}

std::vector<std::string_view> strongest(const PairFeatures& features, Verdict verdict,
                                        std::size_t count) {
  std::vector<std::pair<double, std::size_t>> said;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    const auto& weights = kFeatureWeights[i].weights;
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / kVerdicts;
    said.emplace_back(
        standard(kFeatureWeights[i], features[i]) * (weights[std::size_t(verdict)] - mean), i);
  }
  std::sort(said.begin(), said.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string_view> names;
  for (const auto& [strength, i] : said) {
    if (names.size() == count || strength <= 0) break;
    names.push_back(kFeatureWeights[i].name);
  }
  return names;
}

std::vector<std::string_view> learned_names() {
  std::vector<std::string_view> names;
  for (const FeatureWeights& feature : kFeatureWeights) names.push_back(feature.name);
  return names;
}

}  // namespace memfold::models
