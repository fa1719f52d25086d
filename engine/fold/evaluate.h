// Evaluates one fact against the memories of its lane: which it is compared with, what is said of
// them and what is to be done. Changes nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/fold/answers.h"
#include "engine/fold/commit_group.h"
#include "engine/fold/decide.h"
#include "engine/fold/lane.h"
#include "engine/fold/nearest.h"
#include "engine/fold/prepare.h"
#include "memfold/decision.h"
#include "memfold/options.h"

namespace memfold {

/// What facts are evaluated with: a lane, or a copy of one to try things on.
struct EvaluationContext {
  const Models& models;
  const DecideOptions& options;
  const Lane& lane;
  CommitGroup& group;  ///< reads memories as the decisions so far left them
  Answers& answers;
};

/// Comparisons made, how many of them the store had, and what the others cost.
struct ComparisonCounts {
  std::uint64_t made = 0, kept = 0, tokens = 0;
};

/// What an evaluation found: the plan, and what it rests on and cost.
struct Evaluation {
  std::vector<ScoredCandidate> candidates;  ///< best first
  Plan plan;
  ComparisonCounts counts;
  std::vector<PaidAnalysis> paid;
};

/// Evaluates fact `index` of the search, whose embedding is `row`.
Evaluation evaluate(const EvaluationContext& context, const BatchSearch& search, std::size_t index,
                    const PreparedFact& fact, std::span<const std::int16_t> row);

/// What a Judge is told of a fact and a candidate beside their comparison. Pure.
PairContext pair_context(const Score& score, const Memory& memory, const Memory& fact);

/// The plan as a decision, all but its place, time and state.
Decision outcome_of(const Evaluation& evaluation, const PreparedFact& fact);

}  // namespace memfold
