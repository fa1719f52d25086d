// Macros: the storylines of one anchor, over the years.
#include <algorithm>

#include "engine/graph/due_items.h"
#include "engine/graph/graph_jobs.h"
#include "engine/graph/job_tools.h"
#include "engine/graph/same_story.h"
#include "engine/graph/story_text.h"

namespace memfold::graph {
namespace {

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

class Promotion {
 public:
  Promotion(const Context& context, std::string_view user, Time now)
      : options_(context.options.graph),
        batch_(context, user),
        now_(now),
        known_(batch_, EdgeType::Groups) {}

  Counts run() {
    const Time until = days_before(now_, options_.macro_after_days);
    for (const Node& anchor : waiting(batch_, Task::PromoteMacro, kBeginning, until, SIZE_MAX)) {
      if (promoted_ == std::uint64_t(options_.macros_a_week)) break;
      const std::vector<Node> storylines = storylines_about(batch_, anchor.id);
      if (storylines.size() < std::size_t(options_.macro_storylines))
        continue;  // some are archived
      promote(anchor.id, storylines);
    }
    batch_.commit();
    return {{"macros_promoted", promoted_}, {"macros_shared", shared_}};
  }

 private:
  void promote(const Id& anchor_id, std::span<const Node> storylines) {
    Node& anchor = batch_.change(anchor_id);
    std::vector<Id> ids;
    for (const Node& storyline : storylines) ids.push_back(storyline.id);
    const std::optional<Id> known = known_.find(ids);
    const Id id = known ? *known : add_macro(anchor, storylines);
    Node& macro = batch_.change(id);
    for (const Node& storyline : storylines) group(macro, storyline);
    head_story(macro, anchor);
    macro.updated_at = now_;
    batch_.put_edge({id, anchor_id, EdgeType::RootedIn, 1, *macro.first_at, "promote"});
    macro.embedding_model.clear();  // the title is in it
    describe(batch_.context(), macro,
             known ? macro.description : tell_macro(batch_.context(), storylines));
    anchor.macro = id;
    anchor.updated_at = now_;
    ++(known ? shared_ : promoted_);
  }

  Id add_macro(const Node& anchor, std::span<const Node> storylines) {
    Node macro;
    macro.id = derive_id(batch_.user(), "macro/" + to_string(anchor.id));
    macro.kind = NodeKind::Macro;
    macro.state = MemoryState::Active;
    macro.created_at = macro.updated_at = now_;
    macro.last_accessed_at = now_;
    macro.first_at = storylines.front().first_at;
    const Id id = macro.id;
    const std::string key = to_string(id);
    batch_.add(std::move(macro));
    batch_.file_names({NodeKind::Macro}, id, {&key, 1});
    return id;
  }

  /// Another than those it was told from makes it dirty.
  void group(Node& macro, const Node& storyline) {
    if (batch_.has_edge(macro.id, EdgeType::Groups, storyline.id)) return;
    batch_.put_edge({macro.id, storyline.id, EdgeType::Groups, 1, *storyline.first_at, "promote"});
    known_.add(macro.id, {&storyline.id, 1});
    macro.source_count += storyline.source_count;
    ++macro.storyline_count;
    macro.first_at = std::min(macro.first_at, storyline.first_at);
    macro.last_at = std::max(macro.last_at, storyline.last_at);
    macro.dirty = !macro.description.empty();
  }

  const GraphOptions& options_;
  GraphBatch batch_;
  const Time now_;
  SameStory known_;
  std::uint64_t promoted_ = 0, shared_ = 0;
};

}  // namespace

Counts promote_macros(const Context& context, std::string_view user, Time now) {
  return Promotion(context, user, now).run();
}

namespace {

/// The storylines it groups, in order; told from those that say something.
std::vector<Node> grouped(GraphBatch& batch, const Id& macro) {
  std::vector<Node> storylines;
  for (const Edge& edge : by_time(batch.context().store.graph_edges(
           batch.key(), storage::EdgeEnd::From, macro, EdgeType::Groups))) {
    if (const Node* storyline = batch.find(edge.to)) storylines.push_back(*storyline);
  }
  return storylines;
}

void tell_anew(GraphBatch& batch, const Id& id, Time now) {
  Node& macro = batch.change(id);
  const std::vector<Node> storylines = grouped(batch, id);
  describe(batch.context(), macro, tell_macro(batch.context(), storylines));
  for (const Edge& root : batch.context().store.graph_edges(batch.key(), storage::EdgeEnd::From, id,
                                                            EdgeType::RootedIn)) {
    head_story(macro, *batch.find(root.to));
  }
  // What a storyline will say again is missing until it does.
  macro.dirty = macro.description.empty() &&
                std::any_of(storylines.begin(), storylines.end(), [](const Node& storyline) {
                  return storyline.dirty && is_emptied(storyline) && in_use(storyline);
                });
  macro.updated_at = now;
}

}  // namespace

Counts refresh_macros(const Context& context, std::string_view user, Time now) {
  GraphBatch batch(context, user);
  std::uint64_t refreshed = 0;
  for (const Node& stale : waiting(batch, Task::RefreshMacro, kBeginning, kEnd,
                                   std::size_t(context.options.graph.macros_a_week))) {
    tell_anew(batch, stale.id, now);
    ++refreshed;
  }
  batch.commit();
  return {{"macros_refreshed", refreshed}};
}

void tell_emptied_macros(GraphBatch& batch, const Id& storyline, Time now) {
  for (const Edge& edge : batch.context().store.graph_edges(batch.key(), storage::EdgeEnd::To,
                                                            storyline, EdgeType::Groups)) {
    const Node* macro = batch.find(edge.from);
    if (macro != nullptr && macro->description.empty() && is_emptied(*macro) && in_use(*macro)) {
      tell_anew(batch, edge.from, now);
    }
  }
}

}  // namespace memfold::graph
