// Connects a source with the graph: its node, what it mentions, what it states, where it belongs.
#pragma once

#include <span>
#include <vector>

#include "engine/graph/graph_batch.h"
#include "memfold/graph.h"

namespace memfold::graph {

/// Connects `source`, whose summary has this row, with the graph of the batch's user. `memories`
/// says for each of its facts which memory holds the statement, if any; what that memory says by
/// now, after other sources, plays no part. Does nothing, and returns false, when it was connected
/// before. The source's own record is not touched.
bool connect(GraphBatch& batch, const ExtractedSource& source, std::vector<std::int16_t> row,
             std::span<const std::optional<Id>> memories);

}  // namespace memfold::graph
