// What to do, given how likely each outcome is: the decision of least expected cost (Elkan, The
// Foundations of Cost-Sensitive Learning, IJCAI 2001). Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "memfold/judge.h"
#include "memfold/options.h"

namespace memfold {

/// Acting on one candidate.
struct Choice {
  std::size_t candidate;
  Outcome outcome;
  double cost;  ///< expected
  double gain;  ///< what it costs less than keeping both apart; above 0
};

/// What an Analyst would call it.
Verdict verdict_of(Outcome outcome);

/// What doing as `done` says costs where a candidate's outcome is as likely as judged.
double expected_cost(const Judgement& judgement, Outcome done, const DecisionCosts& costs);

/// What costs least, of equals the better candidate; nothing: a new memory does. An update must be
/// more likely than not, too.
std::optional<Choice> best_choice(std::span<const Judgement> judgements,
                                  const DecisionCosts& costs);

}  // namespace memfold
