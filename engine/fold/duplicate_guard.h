// Promise P6 for judged pairs: however likely it looks, what differs in a value, a name or a role
// is no duplicate.
#pragma once

#include <vector>

#include "memfold/analysis.h"
#include "memfold/judge.h"

namespace memfold {

/// Takes the duplicate out of what is likely where something differs. Where the fact only says
/// more, both stand; where a value is another one, the rest is weighed. Where nothing differs it
/// changes nothing and adds nothing: a duplicate, or apart. `differences` is the Guard's answer:
/// docs/decisions.md says which of them count.
void heed_guard(Judgement& judgement, std::vector<PropertyChange> differences);

}  // namespace memfold
