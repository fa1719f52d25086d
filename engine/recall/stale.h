// What rests on memories that are no longer what they were.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/amend.h"
#include "storage/store.h"

namespace memfold {

/// Edges by which one memory rests on another: `from` on `to`.
bool is_dependency(EdgeType type);

/// Engine::stale. Reads the user's edges once.
std::vector<StaleMemory> find_stale(const storage::Store& store, std::string_view user);

}  // namespace memfold
