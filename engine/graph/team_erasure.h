// How far a hard erasure reaches into what teams share.
#pragma once

#include <string>
#include <vector>

#include "engine/graph/forget_graph.h"

namespace memfold::graph {

/// `text` without every place where one of `statements` stands, whatever white space lies between
/// its words; lines that this leaves empty go. The same text where there is none.
std::string without(std::string_view text, std::span<const std::string> statements);

/// A team's sources hold what others said too, and stay; but the statements that a query by ids
/// erases are cut out of those that stated them: raw and clean text, title, summary, keywords and
/// tags. What raw holds in another encoding (base64, escapes) is not found. Committed at once, as
/// teams have no lane in common with the user, and noted as erasures of theirs. Returns the owners
/// for whom they are to be finished.
std::vector<std::string> erase_from_teams(const AmendContext& context, const ErasedGraph& erased,
                                          const ErasedMemories& memories);

}  // namespace memfold::graph
