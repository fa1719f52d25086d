// How nodes of the graph are shown to a person.
#pragma once

#include <string>

#include "memfold/engine.h"
#include "tools/cli/context.h"

namespace memfold::tools {

/// A node with what it is made of, its notes and its other edges; or its JSON.
void print_node(const Context& context, const Engine& engine, const Node& node);

/// A memory's content, unless it is softly forgotten.
std::string label_of(const Memory& memory);
/// A node's title, or what it says, or its name where that is all there is.
std::string label_of(const Node& node);
/// What stands at an end of an edge: a memory's content, a node's label; empty: nothing is there.
std::string label_of(const Engine& engine, const std::string& user, const Id& id);

}  // namespace memfold::tools
