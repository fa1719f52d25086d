// What storylines and macros say: one line for each of the threads, or times, that make most of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/graph/context.h"
#include "memfold/graph.h"

namespace memfold::graph {

/// What one source says.
struct Telling {
  std::string title;  ///< sources of one title are a thread; empty: of none
  std::string text;   ///< its summary
};

/// The text of a storyline, from what its sources say, oldest first. Where three or more threads,
/// or sources of none, are told and one has several sources: a line for each of the three with the
/// most (then the newest), in order, behind its title. Else up to three sentences of them all.
std::string tell_storyline(const AmendContext& context, std::span<const Telling> tellings);

/// The text of a storyline from what it said before and the newest sources, oldest first. Of
/// threads: how it began, and the newest two. What said nothing, having been erased, is told as
/// new.
std::string retell_storyline(const AmendContext& context, const std::string& told,
                             std::span<const Telling> newest);

/// The text of a macro: of its storylines, oldest first, a line for each of the four with the most
/// sources, in order.
std::string tell_macro(const AmendContext& context, std::span<const Node> storylines);

}  // namespace memfold::graph
