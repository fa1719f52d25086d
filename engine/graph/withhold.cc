#include "engine/graph/withhold.h"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/graph/graph_batch.h"

namespace memfold::graph {
namespace {

class Settling {
 public:
  Settling(const AmendContext& context, std::string_view user, const VisibilityChange& change,
           const std::function<std::optional<Memory>(const Id&)>& find, storage::CommitBatch& batch)
      : store_(context.store),
        change_(change),
        find_(find),
        now_(context.options.clock()),
        batch_(context, user, &batch) {}

  void run() {
    for (const auto* memories : {&change_.forgotten, &change_.restored}) {
      for (const Id& memory : *memories) {
        for (const Id& source : ends(storage::EdgeEnd::To, memory, EdgeType::States)) reach(source);
      }
    }
    if (change_.everywhere) reach_noted();
    for (const Id& node : reached_) settle(node);
    batch_.collect();
  }

 private:
  std::vector<Id> ends(storage::EdgeEnd end, const Id& id, EdgeType type) const {
    std::vector<Id> others;
    for (const Edge& edge : store_.graph_edges(batch_.key(), end, id, type)) {
      others.push_back(end == storage::EdgeEnd::From ? edge.to : edge.from);
    }
    return others;
  }

  /// What the source helped to describe.
  void reach(const Id& source) {
    if (!sources_.insert(source).second) return;
    for (const Id& anchor : ends(storage::EdgeEnd::From, source, EdgeType::Mentions)) {
      reach_anchor(anchor);
    }
    for (const Id& storyline : ends(storage::EdgeEnd::To, source, EdgeType::Includes)) {
      reached_.insert(storyline);
      for (const Id& macro : ends(storage::EdgeEnd::To, storyline, EdgeType::Groups)) {
        reached_.insert(macro);
      }
    }
  }

  void reach_anchor(const Id& anchor) {
    if (!reached_.insert(anchor).second) return;
    for (const storage::EdgeEnd end : {storage::EdgeEnd::From, storage::EdgeEnd::To}) {
      for (const Id& relation : ends(end, anchor, EdgeType::Relates)) reached_.insert(relation);
    }
  }

  void reach_noted() {
    store_.scan_nodes(batch_.key(), [&](const Node& node) {
      const bool noted = std::any_of(node.notes.begin(), node.notes.end(), [&](const Note& note) {
        return note.memory && (change_.forgotten.contains(*note.memory) ||
                               change_.restored.contains(*note.memory));
      });
      if (noted) reached_.insert(node.id);
    });
  }

  void settle(const Id& id) {
    const Node* node = batch_.find(id);
    if (node == nullptr || (node->description.empty() && node->withheld.empty())) return;
    const bool behind = has_forgotten(*node);
    if (behind && !change_.forgotten.empty()) {
      withhold(id);
    } else if (!behind && !node->withheld.empty()) {
      bring_back(id);
    } else if (!node->withheld.empty()) {
      mark(batch_.change(id));  // some of it may be told again
    }
  }

  void withhold(const Id& id) {
    Node& node = batch_.change(id);
    if (node.withheld.empty()) node.withheld = node.description;
    node.description.clear();
    node.embedding.clear();  // with a model but no vector it is written anew (due_items.cc)
    mark(node);
  }

  void bring_back(const Id& id) {
    Node& node = batch_.change(id);
    node.description = std::move(node.withheld);
    node.withheld.clear();
    node.embedding.clear();
    mark(node);
  }

  void mark(Node& node) const {
    node.dirty = true;
    node.updated_at = now_;
  }

  bool is_forgotten(const Id& memory) const {
    const std::optional<Memory> found = find_(memory);
    return found && found->is_forgotten();
  }

  bool states_forgotten(const Id& source) {
    const auto [entry, added] = stating_.try_emplace(source);
    if (!added) return entry->second;
    const std::vector<Id> memories = ends(storage::EdgeEnd::From, source, EdgeType::States);
    entry->second = std::any_of(memories.begin(), memories.end(),
                                [&](const Id& memory) { return is_forgotten(memory); });
    return entry->second;
  }

  bool any_states_forgotten(const std::vector<Id>& sources) {
    return std::any_of(sources.begin(), sources.end(),
                       [&](const Id& source) { return states_forgotten(source); });
  }

  bool story_has_forgotten(const Id& storyline) {
    return any_states_forgotten(ends(storage::EdgeEnd::From, storyline, EdgeType::Includes));
  }

  bool anchor_has_forgotten(const Id& anchor) {
    return any_states_forgotten(ends(storage::EdgeEnd::To, anchor, EdgeType::Mentions));
  }

  /// Whether anything it may have been described by is forgotten.
  bool has_forgotten(const Node& node) {
    const bool noted = std::any_of(node.notes.begin(), node.notes.end(), [&](const Note& note) {
      return (note.memory && is_forgotten(*note.memory)) || any_states_forgotten(note.sources);
    });
    if (noted) return true;
    if (node.kind == NodeKind::Storyline) return story_has_forgotten(node.id);
    if (node.kind == NodeKind::Relationship) {
      return (node.from && anchor_has_forgotten(*node.from)) ||
             (node.to && anchor_has_forgotten(*node.to));
    }
    if (node.kind != NodeKind::Macro) return anchor_has_forgotten(node.id);
    const std::vector<Id> storylines = ends(storage::EdgeEnd::From, node.id, EdgeType::Groups);
    return std::any_of(storylines.begin(), storylines.end(),
                       [&](const Id& storyline) { return story_has_forgotten(storyline); });
  }

  const storage::Store& store_;
  const VisibilityChange& change_;
  const std::function<std::optional<Memory>(const Id&)>& find_;
  const Time now_;
  GraphBatch batch_;
  std::set<Id> sources_, reached_;
  std::map<Id, bool> stating_;  ///< by source
};

}  // namespace

void settle_withheld(const AmendContext& context, std::string_view user,
                     const VisibilityChange& change,
                     const std::function<std::optional<Memory>(const Id&)>& find,
                     storage::CommitBatch& batch) {
  Settling(context, user, change, find, batch).run();
}

}  // namespace memfold::graph
