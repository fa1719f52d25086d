// What is left of a graph whose records were lost.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "storage/store.h"

namespace memfold::graph {

/// Takes away what leads to nodes, memories (`is_memory`) and sources that are not there: names,
/// edges, jobs, raw contents; counts anew what nodes count; queues the work that sources wait for.
/// Sources of which the graph still knows come back without their text, and are named in `lost`.
/// Returns how many records changed.
std::uint64_t restore_graph(const storage::Store& store, const storage::UserKey& owner,
                            storage::CommitBatch& batch,
                            const std::function<bool(const Id&)>& is_memory,
                            std::vector<std::string>& lost);

}  // namespace memfold::graph
