// Puts labelled pairs to whoever is to be judged: the Analyst, the engine, the baseline.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memfold/engine.h"
#include "memfold/models.h"
#include "tools/eval/figures.h"
#include "tools/eval/pairs.h"

namespace memfold::tools {

struct Answer {
  Verdict verdict = Verdict::Unrelated;
  double confidence = 0;  ///< 0..1
  std::optional<EdgeType> relationship;
  std::string reasoning;
};

struct Answers {
  std::vector<Answer> answers;  ///< one a pair
  /// The median over passes of this thread; passes repeat until half a second has gone by, so a
  /// slow Analyst is asked once a pair and a fast one often enough for a steady figure.
  double pairs_per_second = 0;
};

/// The Analyst alone compares each pair, without a subject line or a time.
Answers ask_analyst(const Analyst& analyst, std::span<const LabelledPair> pairs);

/// Folds `existing`, then `incoming` as said a day later, each pair for a user of its own, and
/// reads the second decision as a verdict. Throws Error(InvalidArgument) naming the pair whose
/// statement the engine does not take.
Answers ask_engine(Engine& engine, std::span<const LabelledPair> pairs);

/// verdict_by_threshold of the calibrated similarity, which is its confidence as well.
std::vector<Answer> ask_threshold(const Embedder& embedder, std::span<const LabelledPair> pairs);

/// What a decision about a user's second statement says of the two: SKIP is DUPLICATE, SUPERSEDE
/// UPDATE, MERGE MERGE, CREATE with a related memory LINK, CREATE without one UNRELATED.
Verdict verdict_of(const Decision& decision);

std::vector<Outcome> outcomes_of(std::span<const LabelledPair> pairs,
                                 std::span<const Answer> answers);

}  // namespace memfold::tools
