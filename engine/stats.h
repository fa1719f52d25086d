// Counters as people ask for them.
#pragma once

#include "memfold/engine.h"
#include "storage/records.h"

namespace memfold {

/// Of one user, as far as its record says.
Stats stats_of(const storage::UserRecord& record);

/// Adds the counts of `one` to `total`.
void add(Stats& total, const Stats& one);

}  // namespace memfold
