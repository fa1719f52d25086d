// Finding storylines, macros and sources, and what they are made of.
#pragma once

#include <functional>
#include <vector>

#include "engine/graph/context.h"
#include "memfold/graph.h"

namespace memfold::graph {

/// See Graph::recall; counts nothing.
std::vector<StoryHit> recall_stories(const Context& context, const StoryQuery& query);

/// See Graph::recall_sources; counts nothing. `recall` finds memories, and counts nothing either.
std::vector<SourceHit> recall_sources(
    const Context& context, const RecallQuery& query,
    const std::function<std::vector<Hit>(const RecallQuery&)>& recall);

/// See Graph::drill_down.
std::vector<Edge> drill_down(const storage::Store& store, const storage::UserKey& user,
                             const Id& id);

}  // namespace memfold::graph
