// Everything the fitted parts look at in one pair, computed once.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "models/analyst/aligner.h"
#include "models/analyst/learned.h"
#include "models/analyst/pair_features.h"
#include "models/analyst/word_features.h"
#include "models/word_meanings.h"

namespace memfold::models {

/// Borrows the evidence and what it borrows.
class PairView {
 public:
  explicit PairView(const Evidence& evidence);

  Conclusion by_rules;
  PairFeatures features;
  std::vector<WordFeature> words;
  Alignment alignment;
  LearnedModel<kVerdicts>::Input input;
  std::array<double, kVerdicts> by_words;  ///< log-odds of the regression over words

  /// How likely each verdict is to the network and the regression together.
  std::array<double, kVerdicts> likely() const;
};

/// How much the network and the regression over words count, chosen on writers neither was fitted
/// on. See docs/analyst.md.
inline constexpr double kNetworkShare = 0.8, kWordsShare = 0.4;

/// As conclude(evidence), whose view this is, but for the rule, which is empty where rule_of() is
/// to find it: telling what spoke for a verdict costs more than the verdict. Null: the view is made
/// where it is needed, and the rule is told.
Conclusion conclude(const Evidence& evidence, const PairView* view);

/// Why, in a few words: of a conclusion that was drawn of this view.
std::string rule_of(const Conclusion& conclusion, const Evidence& evidence, const PairView& view);

inline constexpr std::size_t kEvidenceCount =
    kFeatureCount + 2 * kVerdicts + kOutcomeCount + 1 + kMeaningCount;

/// Analysis::evidence: the features, the network's log-odds and the regression's of verdicts, and
/// the network's of outcomes, each above their mean, whether the statements are turned round, and
/// how far their meanings cover each other.
std::vector<float> evidence_numbers(const PairView& view, const Evidence& evidence);

/// What each number is, in order.
std::span<const std::string_view> evidence_names();

}  // namespace memfold::models
