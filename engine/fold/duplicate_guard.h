// Promise P6 for judged pairs: however likely it looks, what differs in a value, a name or a role
// is no duplicate.
#pragma once

#include <functional>
#include <vector>

#include "memfold/analysis.h"
#include "memfold/judge.h"

namespace memfold {

/// Takes the duplicate out of `likely` where something differs. Where the fact only says more, both
/// stand; where a value is another one, the rest is weighed. `differences` is the Guard's answer,
/// asked for where it matters.
void rule_out_duplicate(OutcomeProbabilities& likely,
                        const std::function<std::vector<PropertyChange>()>& differences);

}  // namespace memfold
