// Chains and the log, read back.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// The chain of any of its members, oldest first; empty when there is no such memory.
std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id);

/// One page of the log. Throws Error(InvalidArgument) for a cursor that is not of this query.
LogPage read_log(const storage::Store& store, const LogQuery& query);

}  // namespace memfold
