// Chains, read back.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// The chain of any of its members, oldest first; empty when there is no such memory.
std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id);

}  // namespace memfold
