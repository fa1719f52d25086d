#include "tools/foreign/foreign.h"

#include <array>

namespace memfold::tools {

std::span<const ForeignKind> foreign_kinds() {
  static constexpr std::array<ForeignKind, 3> kKinds = {{
      {"mem0", "a list of memories as get_all() gives them, as JSON or JSON lines", read_mem0},
      {"memory-mcp", "the file of the reference memory server for MCP", read_memory_mcp},
      {"csv", "rows with a header: content and other fields of facts", read_csv},
  }};
  return kKinds;
}

}  // namespace memfold::tools
