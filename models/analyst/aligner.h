// The network that lays two statements side by side, word by word, and says which verdict what
// stands against what speaks for. Fitted by tools/fit_aligner.py. Parikh, Täckström, Das,
// Uszkoreit, A Decomposable Attention Model for Natural Language Inference, EMNLP 2016.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "memfold/kinds.h"
#include "models/analyst/learned.h"
#include "models/analyst/pair_features.h"
#include "models/analyst/verdict.h"

namespace memfold::models {

/// What spoke for a verdict: a feature of the pair, or a part of one statement, with what stands
/// against it in the other.
struct Voice {
  std::optional<std::size_t> feature;  ///< of feature_names(); none: it is a part of a statement
  bool incoming = false;               ///< whose part
  TextSpan span;
  bool shared = false;              ///< the other statement has it too
  std::optional<TextSpan> against;  ///< in the other statement; none where nothing stands out
  double strength = 0;              ///< in the verdict's log-odds against the average verdict's
};

/// One pair, laid side by side. Deterministic, the same bits on every machine; its tables are
/// static, so any number may be made at once. Borrows the readings of its evidence.
class Alignment {
 public:
  using LogOdds = std::array<double, kVerdicts>;

  Alignment(const Evidence& evidence, const PairFeatures& features);
  ~Alignment();
  Alignment(const Alignment&) = delete;
  Alignment& operator=(const Alignment&) = delete;

  /// Of each verdict, in the order of Verdict, up to a number common to all.
  const LogOdds& log_odds() const { return log_odds_; }

  /// What spoke for `chosen` rather than for the other verdicts, in no order. The network is linear
  /// around a pair, so each part has a share in what is said of the whole.
  std::vector<Voice> voices_for(Verdict chosen) const;

  /// The features the weights are for, in order: those of feature_names().
  static std::vector<std::string_view> feature_names();

 private:
  struct Pass;
  std::unique_ptr<Pass> pass_;
  LogOdds log_odds_;
};

}  // namespace memfold::models
