// The decision log, read through its indexes.
#pragma once

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// One page. Throws Error(InvalidArgument) for a query without a user or a limit and for a cursor
/// that is not of this query.
LogPage read_log(const storage::Store& store, const LogQuery& query);

/// Counts and spreads over every entry of the query.
LogAnalytics analyse_log(const storage::Store& store, const LogQuery& query);

}  // namespace memfold
