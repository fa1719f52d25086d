// The network that lays two statements side by side, word by word, and says which verdict what
// stands against what speaks for. Fitted by training/fit_aligner.py. Parikh, Täckström, Das,
// Uszkoreit, A Decomposable Attention Model for Natural Language Inference, EMNLP 2016.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "memfold/judge.h"
#include "memfold/kinds.h"
#include "models/analyst/learned.h"
#include "models/analyst/pair_features.h"
#include "models/analyst/verdict.h"

namespace memfold::models {

/// A word, value or mark of one statement.
struct Part {
  bool incoming;  ///< whose it is
  TextSpan span;
  bool shared;  ///< the other statement has it too
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

  /// Of each outcome, in the order of Outcome, up to a number common to all: worked out when asked.
  std::array<double, kOutcomeCount> outcome_log_odds() const;

  /// Of the existing statement and then of the incoming one, each in order.
  std::vector<Part> parts() const;

  /// What stands in the other statement against one of parts(); none where nothing stands out.
  std::optional<TextSpan> against(std::size_t part) const;

  /// What spoke for `chosen` and against it; parts: those of parts(). The network is linear around
  /// a pair, so each has a share in what is said of the whole.
  Shares shares_for(Verdict chosen) const;

  /// The features the weights are for, in order: those of feature_names().
  static std::vector<std::string_view> feature_names();

 private:
  struct Pass;
  std::unique_ptr<Pass> pass_;
  LogOdds log_odds_;
};

}  // namespace memfold::models
