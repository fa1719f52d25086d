// What the jobs of the graph share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/due_items.h"
#include "engine/graph/graph_batch.h"

namespace memfold::graph {

/// Time before which something `days` old began.
inline Time days_before(Time now, int days) {
  return {now.micros - days * kMicrosPerDay};
}

inline constexpr Time kBeginning{INT64_MIN}, kEnd{INT64_MAX};

/// Up to `limit` of the nodes that wait for `task`, filed under [from, until): those with the most
/// sources first, then by id.
std::vector<Node> waiting(GraphBatch& batch, Task task, Time from, Time until, std::size_t limit);

/// The edges of the node by the time of what is at their other end, then by its id.
std::vector<Edge> by_time(std::vector<Edge> edges);

/// Up to `sentences` of what `texts`, oldest first, say.
std::string summarise(const AmendContext& context, std::span<const std::string> texts,
                      std::size_t sentences);

/// Gives a node a description and the row that goes with it; leaves it alone when it has that one.
void describe(const AmendContext& context, Node& node, std::string description);

}  // namespace memfold::graph
