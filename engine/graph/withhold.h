// Descriptions that may quote what is softly forgotten: put away, and brought back.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string_view>

#include "engine/amend/amend_context.h"
#include "memfold/memory.h"

namespace memfold::graph {

/// Memories of one user that an amendment hides, or shows again.
struct VisibilityChange {
  std::set<Id> forgotten, restored;
  /// Also looks for notes that name one on nodes no source of it mentions. Reads every node.
  bool everywhere = false;
  bool empty() const { return forgotten.empty() && restored.empty(); }
};

/// Puts into `batch` what follows for storylines, macros, anchors and relationships that their
/// sources helped to describe. Where something is forgotten the description is set aside
/// (Node::withheld) and waits to be written anew; once nothing behind the node is forgotten any
/// more it comes back as it was, to be brought up to date. `find` gives a memory as the amendment
/// leaves it. The user's lane must be held; loaded stories are to be thrown away.
void settle_withheld(const AmendContext& context, std::string_view user,
                     const VisibilityChange& change,
                     const std::function<std::optional<Memory>(const Id&)>& find,
                     storage::CommitBatch& batch);

}  // namespace memfold::graph
