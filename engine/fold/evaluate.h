// Evaluates one fact against the memories of its lane: which it is compared with, what is said of
// them and what is to be done. Changes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/fold/ahead.h"
#include "engine/fold/answers.h"
#include "engine/fold/commit_group.h"
#include "engine/fold/decide.h"
#include "engine/fold/fold_state.h"
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
  ComparisonsAhead& ahead;
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

/// A fact of a batch: its place in the search, and its embedding.
struct SearchedFact {
  const BatchSearch& search;
  std::size_t index;
  const PreparedFact& fact;
  std::span<const std::int16_t> row;
};

/// What an EvaluationContext of these has its comparisons made by.
ComparisonsAhead comparisons_for(const DecideOptions& options, const Models& models);

/// `meanwhile` is called at most once, when it has been compared; with a Judge before it is decided
/// what that means.
Evaluation evaluate(
    const EvaluationContext& context, const SearchedFact& fact,
    const std::function<void()>& meanwhile = [] {});

/// Has the comparisons begun that evaluating this fact would ask for as things stand now.
void compare_ahead(const EvaluationContext& context, const SearchedFact& fact);

/// What is compared of a memory or a fact: what it says now, since what it says of its past is no
/// longer so. Views into it.
Statement statement_of(const Memory& memory);

/// What a Judge is told of a fact and a candidate beside their comparison. Pure.
PairContext pair_context(const Score& score, const Memory& memory, const Memory& fact);

/// Goes the steps a plan stands for, from searching on. `matched`: there were candidates.
void advance_by(const Plan& plan, bool matched, FoldProgress& progress);

/// The plan as a decision, all but its place, time and state.
Decision outcome_of(const Evaluation& evaluation, const PreparedFact& fact);

}  // namespace memfold
