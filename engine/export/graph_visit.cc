#include "engine/export/graph_files.h"

namespace memfold::exporting {

std::uint64_t visit(const storage::Store& store, const std::string& user,
                    const GraphVisitor& visitor) {
  const storage::UserKey key = storage::user_key(user);
  if (visitor.memory) store.scan_memories(key, visitor.memory);
  if (visitor.node) store.scan_nodes(key, visitor.node);
  if (!visitor.edge) return 0;
  std::uint64_t without_end = 0;
  const auto is_stored = [&](const Id& id) {
    return store.memory(key, id).has_value() || store.node(key, id).has_value();
  };
  const auto tell = [&](const Edge& edge) {
    if (is_stored(edge.from) && is_stored(edge.to)) {
      visitor.edge(edge);
    } else {
      ++without_end;
    }
  };
  store.scan_edges(key, false, tell);
  store.scan_graph_edges(key, storage::EdgeEnd::From, tell);
  return without_end;
}

}  // namespace memfold::exporting
