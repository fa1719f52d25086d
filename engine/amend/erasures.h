// Hard erasures that a crash cut short.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "memfold/amend.h"
#include "storage/store.h"

namespace memfold {

/// Committed, and not gone from the files yet; in the order of users.
std::vector<UnfinishedErasure> unfinished_erasures(const storage::Store& store);

/// Rewrites the files of each and searches all files for what was erased. Reads the whole store
/// unless there is none. Throws Error(Io), after which they are as unfinished as before.
FinishedErasures finish_erasures(storage::Store& store);

/// When the memory was erased for good; nothing when it was not, or its log entries are gone.
std::optional<Time> erased_at(const storage::Store& store, std::string_view user, const Id& memory);

}  // namespace memfold
