// Memories one after another, and the one of a chain that is current.
#pragma once

#include <optional>

#include "memfold/list.h"
#include "storage/store.h"

namespace memfold {

/// Engine::list.
MemoryPage list_memories(const storage::Store& store, const ListQuery& query, Time now);

/// Engine::current.
std::optional<Memory> current_version(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id);

}  // namespace memfold
