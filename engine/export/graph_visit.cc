#include <unordered_set>

#include "engine/export/graph_files.h"
#include "engine/graph/veil.h"

namespace memfold::exporting {

void visit(const storage::Store& store, const std::string& user, const GraphVisitor& visitor,
           ExportReport& report) {
  const storage::UserKey key = storage::user_key(user);
  graph::Veil veil(store, key);
  std::unordered_set<Id, IdHash> forgotten;
  if (visitor.memory || !veil.is_lifted()) {
    store.scan_memories(key, [&](const Memory& memory) {
      visitor.stop.check("export");
      if (memory.is_forgotten()) {
        forgotten.insert(memory.id);
      } else if (visitor.memory) {
        visitor.memory(memory);
      }
    });
  }
  report.hidden += forgotten.size();
  if (visitor.node) {
    store.scan_nodes(key, [&](const Node& node) {
      visitor.stop.check("export");
      visitor.node(veil.shown(node));
    });
  }
  if (!visitor.edge) return;
  const auto is_stored = [&](const Id& id) {
    return store.memory(key, id).has_value() || store.node(key, id).has_value();
  };
  const auto tell = [&](const Edge& edge) {
    visitor.stop.check("export");
    if (forgotten.contains(edge.from) || forgotten.contains(edge.to)) return;
    if (is_stored(edge.from) && is_stored(edge.to)) {
      visitor.edge(edge);
    } else {
      ++report.edges_without_end;
    }
  };
  store.scan_edges(key, false, tell);
  store.scan_graph_edges(key, storage::EdgeEnd::From, tell);
}

}  // namespace memfold::exporting
