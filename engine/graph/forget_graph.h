// How far a hard erasure reaches into the graph.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/pattern_set.h"
#include "engine/amend/amend_context.h"
#include "memfold/amend.h"
#include "memfold/graph.h"

namespace memfold::graph {

/// What goes of the memories and the log.
struct ErasedMemories {
  std::unordered_set<Id, IdHash> ids;  ///< of memories
  std::set<std::string> source_ids;    ///< that stated any of it
  std::vector<std::string> texts;      ///< what they said
};

/// What goes of the graph with them.
struct ErasedGraph {
  std::set<Id> cleared;  ///< sources that lost their text
  std::set<Id> gone;     ///< sources that went
  std::uint64_t nodes = 0;
  std::vector<std::string> lines;    ///< out of the text of both
  std::vector<SourceJob> team_jobs;  ///< of teams' sources for the user, to be deleted
};

/// Puts into `batch` what follows from erasing these memories, and from the query itself: sources
/// that stated an erased memory lose their text and keep ids, times and counts; those of a query by
/// source or for everything go, with all that only they spoke of; notes that name an erased memory
/// go; what may quote either is emptied and waits to be written anew. `lines` are collected when
/// asked for. The user's lane must be held. A team's own sources are left alone (team_erasure.h).
ErasedGraph erase_from_graph(const AmendContext& context, const ForgetQuery& query,
                             const ErasedMemories& memories, bool with_lines,
                             storage::CommitBatch& batch);

/// Of `erased.lines`, those that nothing that rightly stays says as well: no memory or fact, and no
/// other source, whoever's. Reads the whole store, as it is after the erasure.
std::vector<std::string> only_erased(const storage::Store& store, const ErasedGraph& erased);

}  // namespace memfold::graph
