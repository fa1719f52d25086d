// How nodes of the graph are shown to a person.
#pragma once

#include <string>

#include "memfold/engine.h"
#include "tools/context.h"

namespace memfold::tools {

/// A node with its notes and edges, or its JSON.
void print_node(const Context& context, const Engine& engine, const Node& node);

/// What stands at an end of an edge: a memory's content, a node's title; empty: nothing is there.
std::string label_of(const Engine& engine, const std::string& user, const Id& id);

}  // namespace memfold::tools
