// Finding current memories for a query.
#pragma once

#include <vector>

#include "engine/lane.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// The best memories for `query`, best first; ties in ascending ordinal. Similarity through the
/// embedder's calibration, raised where the query's own words name an entity, thread or subject the
/// memory carries.
std::vector<Hit> recall(const storage::Store& store, const Lane& lane, const Embedder& embedder,
                        const RecallQuery& query);

}  // namespace memfold
