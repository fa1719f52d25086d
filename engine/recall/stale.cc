#include "engine/recall/stale.h"

namespace memfold {
namespace {

/// Why a dependent of `ground` is stale; empty when it is not.
std::string reason_for(const std::optional<Memory>& ground) {
  if (!ground) return "was erased";
  if (ground->deleted_at) return "was forgotten at " + to_string(*ground->deleted_at);
  if (!ground->superseded_at) return {};
  return "was superseded at " + to_string(*ground->superseded_at) +
         (ground->superseded_by ? " by " + to_string(*ground->superseded_by) : "");
}

}  // namespace

bool is_dependency(EdgeType type) {
  return type == EdgeType::Elaboration || type == EdgeType::Prerequisite ||
         type == EdgeType::Causal;
}

std::vector<StaleMemory> find_stale(const storage::Store& store, std::string_view user) {
  const storage::UserKey key = storage::user_key(user);
  std::vector<StaleMemory> found;
  store.scan_edges(key, false, [&](const Edge& edge) {
    if (!is_dependency(edge.type)) return;
    const std::string because = reason_for(store.memory(key, edge.to));
    if (because.empty()) return;
    std::optional<Memory> memory = store.memory(key, edge.from);
    if (!memory || !memory->is_current()) return;
    found.push_back(
        {std::move(*memory), edge.to, edge.type,
         "its " + std::string(name(edge.type)) + " ground " + to_string(edge.to) + " " + because});
  });
  return found;
}

}  // namespace memfold
