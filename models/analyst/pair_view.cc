#include "models/analyst/pair_view.h"

#include <algorithm>
#include <numeric>

#include "models/analyst/reversal.h"

namespace memfold::models {
namespace {

constexpr std::array<std::string_view, 2 * kVerdicts + kOutcomeCount + 1> kOwnNames = {
    "network: unrelated", "network: link",    "network: merge", "network: update",
    "network: duplicate", "words: unrelated", "words: link",    "words: merge",
    "words: update",      "words: duplicate", "network: apart", "network: repeated",
    "network: detail",    "network: changed", "turned round"};

template <std::size_t N>
void add_above_mean(const std::array<double, N>& log_odds, std::vector<float>& numbers) {
  const double sum = std::accumulate(log_odds.begin(), log_odds.end(), 0.0);
  const double mean = sum / double(N);
  for (const double one : log_odds) numbers.push_back(float(one - mean));
}

}  // namespace

PairView::PairView(const Evidence& evidence)
    : by_rules(conclude_by_rules(evidence)),
      features(pair_features(evidence, by_rules)),
      words(word_features(evidence)),
      alignment(evidence, features),
      input(verdict_model().input(features, words)),
      by_words(verdict_model().log_odds(input)) {}

std::array<double, kVerdicts> PairView::likely() const {
  std::array<double, kVerdicts> log_odds = by_words;
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    log_odds[v] = kWordsShare * log_odds[v] + kNetworkShare * alignment.log_odds()[v];
  }
  return likely_by(log_odds);
}

std::vector<float> evidence_numbers(const PairView& view, const Evidence& evidence) {
  std::vector<float> numbers;
  numbers.reserve(kEvidenceCount);
  numbers.assign(view.features.begin(), view.features.end());
  add_above_mean(view.alignment.log_odds(), numbers);
  add_above_mean(view.by_words, numbers);
  add_above_mean(view.alignment.outcome_log_odds(), numbers);
  numbers.push_back(find_reversal(evidence.existing, evidence.incoming) ? 1.0f : 0.0f);
  const auto meanings = meaning_numbers(evidence.existing.meanings(), evidence.incoming.meanings());
  numbers.insert(numbers.end(), meanings.begin(), meanings.end());
  return numbers;
}

std::span<const std::string_view> evidence_names() {
  static const auto names = [] {
    std::vector<std::string_view> list(feature_names().begin(), feature_names().end());
    list.insert(list.end(), kOwnNames.begin(), kOwnNames.end());
    list.insert(list.end(), meaning_names().begin(), meaning_names().end());
    return list;
  }();
  return names;
}

}  // namespace memfold::models
