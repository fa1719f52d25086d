// Memories one after another, and the one of a chain that is current.
#pragma once

#include <functional>
#include <optional>

#include "memfold/list.h"
#include "storage/store.h"

namespace memfold {

/// Takes a user's current memories one after another, in the order in which they came to be or from
/// the newest, behind the slot `after`, until `take` says false or as many were looked at as one
/// call may. Returns the slot of the last one; nothing where none is behind it.
std::optional<std::uint64_t> walk_current(const storage::Store& store, const storage::UserKey& user,
                                          std::optional<std::uint64_t> after, bool newest_first,
                                          const std::function<bool(Memory&&)>& take);

/// Engine::list.
MemoryPage list_memories(const storage::Store& store, const ListQuery& query, Time now);

/// Engine::current.
std::optional<Memory> current_version(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id);

}  // namespace memfold
