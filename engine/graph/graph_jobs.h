// What time does to the graph: one function a job of docs/lifecycle.md, each for one user, pure but
// for one commit, idempotent. The user's lane must be held.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/context.h"
#include "engine/graph/graph_batch.h"

namespace memfold::graph {

/// What a job did, by name.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

/// Tells those macros over a storyline anew that say nothing: what they said was withheld or erased
/// together with what the storyline said, and their own job may come before that is told again.
void tell_emptied_macros(GraphBatch& batch, const Id& storyline, Time now);

Counts archive_nodes(const Context& context, std::string_view user, Time now);
Counts promote_storylines(const Context& context, std::string_view user, Time now);
Counts refresh_storylines(const Context& context, std::string_view user, Time now);
Counts clean_notes(const Context& context, std::string_view user, Time now);
Counts consolidate_descriptions(const Context& context, std::string_view user, Time now);
Counts promote_macros(const Context& context, std::string_view user, Time now);
Counts refresh_macros(const Context& context, std::string_view user, Time now);
Counts distil_episodes(const Context& context, std::string_view user, Time now);

}  // namespace memfold::graph
