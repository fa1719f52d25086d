// Which jobs a node waits for: a pure function of the node.
#pragma once

#include <vector>

#include "memfold/lifecycle.h"
#include "memfold/node.h"
#include "memfold/options.h"

namespace memfold::graph {

/// Active or core: worth the time of a job.
bool in_use(const Node& node);

/// In the order of Task. Filed under the time the job looks for: ArchiveNode when it fades,
/// CleanNotes when the first note expires, Consolidate when the node was last used,
/// PromoteStoryline and PromoteMacro when the anchor was first mentioned, RefreshStoryline when its
/// last source was, RefreshMacro when it was changed, Distil when a source has faded and an anchor
/// has rested long enough. While it has no description, what it is refreshed for is filed under its
/// last change.
std::vector<DueItem> due_items(const Node& node, const EngineOptions& options);

/// Sets archive_at and `due` to what follows from the rest of the node.
void settle(Node& node, const EngineOptions& options);

/// What it said was erased or withheld, and is to be said anew.
inline bool is_emptied(const Node& node) {
  return node.embedding.empty() && !node.embedding_model.empty();
}

/// On how many days a source mentioned the node after `after`.
int days_mentioned(const Node& node, std::optional<Time> after);

/// The day a time is on, counted from 1970 in UTC.
std::int32_t day_of(Time time);

}  // namespace memfold::graph
