// The memories that the facts of a batch will most likely be weighed against, read together before
// the first of them is decided about.
#pragma once

#include <span>

#include "engine/fold/evaluate.h"

namespace memfold {

/// Reads, on all threads, what a Judge would weigh each of `facts` against as the lane is now, and
/// what they name. Changes no decision: what is not read, or has changed until its turn comes, is
/// read when it is asked for. Without a Judge nothing.
void read_ahead(const EvaluationContext& context, const storage::Store& store,
                std::span<const SearchedFact> facts);

}  // namespace memfold
