// Chains, read back.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// What a version states: the state kept with it or, of the last one of a memory, the memory.
/// Throws Error(Corruption) when neither is there.
Memory stated_by(const storage::Store& store, const storage::UserKey& user,
                 storage::VersionRecord record);

/// The chain of any of its members, oldest first; empty when there is no such memory.
std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id);

}  // namespace memfold
