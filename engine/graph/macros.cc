// Macros: the storylines of one anchor, over the years.
#include <algorithm>

#include "engine/graph/graph_jobs.h"
#include "engine/graph/job_tools.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kSentences = 4;

/// Storylines a macro may group, by when they began.
std::vector<Node> storylines_about(GraphBatch& batch, const Id& anchor) {
  std::vector<Node> storylines;
  for (const Edge& edge : by_time(batch.context().store.graph_edges(
           batch.key(), storage::EdgeEnd::To, anchor, EdgeType::About))) {
    const Node* storyline = batch.find(edge.from);
    if (storyline != nullptr && storyline->kind == NodeKind::Storyline && in_use(*storyline)) {
      storylines.push_back(*storyline);
    }
  }
  return storylines;
}

std::string tell(const AmendContext& context, std::span<const Node> storylines) {
  std::vector<std::string> texts;
  for (const Node& storyline : storylines) {
    if (!storyline.description.empty()) texts.push_back(storyline.description);
  }
  return summarise(context, texts, kSentences);
}

void promote(GraphBatch& batch, const Id& anchor_id, std::span<const Node> storylines, Time now) {
  Node& anchor = batch.change(anchor_id);
  Node macro;
  macro.id = derive_id(batch.user(), "macro/" + to_string(anchor_id));
  macro.kind = NodeKind::Macro;
  macro.name = anchor.name;
  macro.title = anchor.title;
  macro.type = std::string(name(anchor.kind));
  macro.state = MemoryState::Active;
  macro.created_at = macro.updated_at = now;
  macro.last_accessed_at = now;
  macro.first_at = storylines.front().first_at;
  for (const Node& storyline : storylines) {
    macro.source_count += storyline.source_count;
    macro.last_at = std::max(macro.last_at, storyline.last_at);
    batch.put_edge({macro.id, storyline.id, EdgeType::Groups, 1, *storyline.first_at, "promote"});
  }
  macro.storyline_count = std::uint32_t(storylines.size());
  batch.put_edge({macro.id, anchor_id, EdgeType::RootedIn, 1, *macro.first_at, "promote"});
  describe(batch.context(), macro, tell(batch.context(), storylines));
  anchor.macro = macro.id;
  anchor.updated_at = now;
  const Id id = macro.id;
  const std::string key = to_string(id);
  batch.add(std::move(macro));
  batch.file_names({NodeKind::Macro}, id, {&key, 1});
}

}  // namespace

Counts promote_macros(const Context& context, std::string_view user, Time now) {
  const GraphOptions& options = context.options.graph;
  GraphBatch batch(context, user);
  std::uint64_t promoted = 0;
  const Time until = days_before(now, options.macro_after_days);
  for (const Node& anchor : waiting(batch, Task::PromoteMacro, kBeginning, until, SIZE_MAX)) {
    if (promoted == std::uint64_t(options.macros_a_week)) break;
    const std::vector<Node> storylines = storylines_about(batch, anchor.id);
    if (storylines.size() < std::size_t(options.macro_storylines)) continue;  // some are archived
    promote(batch, anchor.id, storylines, now);
    ++promoted;
  }
  batch.commit();
  return {{"macros_promoted", promoted}};
}

Counts refresh_macros(const Context& context, std::string_view user, Time now) {
  GraphBatch batch(context, user);
  std::uint64_t refreshed = 0;
  for (const Node& stale : waiting(batch, Task::RefreshMacro, kBeginning, kEnd,
                                   std::size_t(context.options.graph.macros_a_week))) {
    Node& macro = batch.change(stale.id);
    std::vector<Node> storylines;
    for (const Edge& edge : by_time(context.store.graph_edges(batch.key(), storage::EdgeEnd::From,
                                                              macro.id, EdgeType::Groups))) {
      if (const Node* storyline = batch.find(edge.to)) storylines.push_back(*storyline);
    }
    describe(context, macro, tell(context, storylines));
    macro.dirty = false;
    macro.updated_at = now;
    ++refreshed;
  }
  batch.commit();
  return {{"macros_refreshed", refreshed}};
}

}  // namespace memfold::graph
