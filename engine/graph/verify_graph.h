// Cross-checks and repairs of one owner's graph.
#pragma once

#include <functional>
#include <string>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold::graph {

/// Reads everything and tells complain() what does not agree; counts in `report`.
void verify_graph(const storage::Store& store, const storage::UserKey& owner, VerifyReport& report,
                  const std::function<void(const std::string&)>& complain);

/// Writes what follows from nodes and edges again: what nodes wait for (the store's entries must
/// have been dropped), names, the other end of each edge. Calls wrote() after each record.
void rebuild_graph(const storage::Store& store, const storage::UserKey& owner,
                   storage::CommitBatch& batch, const std::function<void()>& wrote);

}  // namespace memfold::graph
