// Notes on nodes: what goes in, for how long, and what memories are about a node.
#pragma once

#include <string_view>

#include "memfold/fact.h"
#include "memfold/node.h"
#include "memfold/options.h"

namespace memfold::graph {

/// How long a statement of this category is worth noting: meetings and adverts a week, tasks a
/// month, projects a year, decisions and the rest for ever.
NoteLifetime lifetime_of(const Category& category);

/// Whether the statement's words name the node.
bool is_about(const Fact& fact, const Node& node);

/// Whether a text names the node, by its title.
bool is_named_in(std::string_view text, const Node& node);

/// Puts the note in its place by date, sets when it expires, and marks the node; the same text or
/// memory is noted once. Beyond options.notes_a_node the oldest goes.
void insert_note(Node& node, Note note, const GraphOptions& options);

/// Takes away what has expired by `now`; how many.
std::size_t drop_expired(Node& node, Time now);

}  // namespace memfold::graph
