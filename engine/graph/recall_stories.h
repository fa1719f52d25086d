// Finding storylines and macros, and what they are made of.
#pragma once

#include <vector>

#include "engine/graph/context.h"
#include "memfold/graph.h"

namespace memfold::graph {

/// See Graph::recall; counts nothing.
std::vector<StoryHit> recall_stories(const Context& context, const StoryQuery& query);

/// See Graph::drill_down.
std::vector<Edge> drill_down(const storage::Store& store, const storage::UserKey& user,
                             const Id& id);

}  // namespace memfold::graph
