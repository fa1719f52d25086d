// Memories, nodes and edges as rows of typed columns, for tools that draw and query graphs. One way
// only: what these leave out is in the JSONL export.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "memfold/memory.h"
#include "memfold/node.h"

namespace memfold::exporting {

enum class ColumnType { Text, Integer, Real, Flag, Time, List };

/// A list's values are joined by ';', and a ';' within one becomes ','.
template <typename T>
struct Column {
  std::string_view name;
  ColumnType type;
  std::optional<std::string> (*value)(const T&);  ///< none: nothing is written
};

std::span<const Column<Memory>> memory_columns();
std::span<const Column<Node>> node_columns();
std::span<const Column<Edge>> edge_columns();

}  // namespace memfold::exporting
