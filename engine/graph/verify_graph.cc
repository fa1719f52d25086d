#include "engine/graph/verify_graph.h"

#include "core/name_forms.h"
#include "engine/graph/context.h"
#include "engine/graph/graph_batch.h"
#include "engine/records.h"

namespace memfold::graph {

GraphVerifier::GraphVerifier(VerifyReport& report, const Complain& complain, IsMemory is_memory)
    : report_(report), complain_(complain), is_memory_(std::move(is_memory)) {}

void GraphVerifier::set_owner(const std::string& owner) {
  owner_ = owner;
}

void GraphVerifier::take(const Node& node) {
  ++report_.graph_nodes;
  const std::string which = "node " + to_string(node.id);
  expect(owner_.empty() || node.user == owner_, which + " is another user's");
  expect(node.kind != NodeKind::Memory, which + " is of the kind of memories");
  nodes_[node.id] = {node.kind, node.source_count, node.storyline_count};
  for (const DueItem& item : node.due) due_.insert({node.id, item.task, item.at});
  const auto refers = [&](const std::optional<Id>& to) {
    if (to) references_.emplace_back(node.id, *to);
  };
  for (const auto& to : {node.storyline, node.macro, node.from, node.to}) refers(to);
  // A team's source has a node with each user it was extracted for, and its record with the team.
  const bool own = node.kind == NodeKind::Source && node.id == source_id_of(owner_, {}, node.name);
  if (own) source_nodes_.push_back(node.id);
  for (const Id& digest : digests_of(node))
    found_by_.emplace_back(node.id, NameOf{node.kind, digest});
}

void GraphVerifier::take(const storage::SweptDue& entry) {
  ++listed_;
  listed_items_.push_back({entry.id, entry.task, entry.at});
}

void GraphVerifier::take(const storage::SweptName& name) {
  names_.insert({name.kind, name.name});
  const auto found = nodes_.find(name.node);
  expect(found != nodes_.end() && found->second.kind == name.kind,
         "a name leads to node " + to_string(name.node) + ", which is not there");
}

void GraphVerifier::take(const storage::SweptEdge& swept) {
  const Edge& edge = swept.edge;
  const Ends ends{edge.from, edge.type, edge.to};
  if (swept.incoming) {
    ++mirrored_;
    expect(edges_.contains(ends), "an edge from " + to_string(edge.from) + " to " +
                                      to_string(edge.to) + " has one end only");
    return;
  }
  ++report_.graph_edges;
  edges_.insert(ends);
  expect(!joins_memories(edge.type),
         "an edge \"" + std::string(name(edge.type)) + "\" of the graph is one between memories");
  for (const Id& end : {edge.from, edge.to}) {
    expect(nodes_.contains(end) || is_memory_(end), "an edge \"" + std::string(name(edge.type)) +
                                                        "\" ends at " + to_string(end) +
                                                        ", which is not there");
  }
  if (edge.type == EdgeType::Mentions) ++sources_of_[edge.to];
  if (edge.type == EdgeType::Includes) ++sources_of_[edge.from];
  if (edge.type == EdgeType::About) ++storylines_of_[edge.to];
  if (edge.type == EdgeType::Groups) ++storylines_of_[edge.from];
}

void GraphVerifier::take(const Source& source) {
  ++report_.sources;
  const bool right = owner_.empty() || owner_of(source.user, source.team) == owner_;
  expect(right, "source " + to_string(source.id) + " is another owner's");
  sources_[source.id] = {source.status, !source.team.empty()};
}

void GraphVerifier::take(const storage::SweptRaw& raw) {
  const auto found = sources_.find(raw.source);
  expect(found != sources_.end(),
         "the raw content of source " + to_string(raw.source) + " is there, and its record is not");
  if (found != sources_.end()) found->second.has_raw = true;
}

void GraphVerifier::take(const SourceJob& job) {
  const auto found = sources_.find(job.source);
  const std::string which = "job " + to_string(job.id);
  expect(owner_.empty() || owner_of(job.user, job.team) == owner_, which + " is another owner's");
  expect(found != sources_.end(),
         which + " waits to work on source " + to_string(job.source) + ", which is not there");
  if (found != sources_.end()) found->second.has_job = true;
}

void GraphVerifier::check_due() {
  for (const Due& item : listed_items_) {
    expect(due_.contains(item), "node " + to_string(std::get<Id>(item)) + " is listed for " +
                                    std::string(name(std::get<Task>(item))) + " and does not wait");
  }
  expect(listed_ == due_.size(), std::to_string(due_.size()) + " tasks wait, but " +
                                     std::to_string(listed_) + " are listed");
}

void GraphVerifier::check_counts() {
  for (const auto& [id, node] : nodes_) {
    if (is_anchor(node.kind) || node.kind == NodeKind::Storyline) {
      const std::uint32_t found = sources_of_[id];
      expect(node.sources == found, "node " + to_string(id) + " counts " +
                                        std::to_string(node.sources) + " sources of " +
                                        std::to_string(found));
    }
    if (is_anchor(node.kind) || node.kind == NodeKind::Macro) {
      const std::uint32_t found = storylines_of_[id];
      expect(node.storylines == found, "node " + to_string(id) + " counts " +
                                           std::to_string(node.storylines) + " storylines of " +
                                           std::to_string(found));
    }
  }
}

void GraphVerifier::check_sources() {
  for (const Id& id : source_nodes_) {
    expect(sources_.contains(id),
           "node " + to_string(id) + " is a source's, and the source is not there");
  }
  for (const auto& [id, source] : sources_) {
    const bool waits = source.of_team ? source.status == SourceStatus::Raw
                                      : source.status != SourceStatus::Extracted;
    expect(!waits || !source.has_raw || source.has_job,
           "source " + to_string(id) + " waits to be worked on, and no job does");
  }
}

void GraphVerifier::finish() {
  check_due();
  expect(mirrored_ == edges_.size(), std::to_string(edges_.size()) + " edges leave nodes, but " +
                                         std::to_string(mirrored_) + " arrive");
  check_counts();
  for (const auto& [from, to] : references_) {
    expect(nodes_.contains(to),
           "node " + to_string(from) + " names node " + to_string(to) + ", which is not there");
  }
  for (const auto& [id, name] : found_by_) {
    expect(names_.contains(name), "node " + to_string(id) + " is not found by one of its names");
  }
  check_sources();
}

std::vector<Id> digests_of(const Node& node) {
  if (node.kind == NodeKind::Storyline || node.kind == NodeKind::Macro) {
    return {name_digest({node.kind}, to_string(node.id))};
  }
  std::vector<Id> digests;
  if (!is_anchor(node.kind)) return digests;
  for (const std::string& one : match_keys(node.kind, node.title, node.type, node.aliases)) {
    digests.push_back(name_digest({node.kind, node.type}, one));
  }
  return digests;
}

void rebuild_graph(const storage::Store& store, const storage::UserKey& owner,
                   storage::CommitBatch& batch, const std::function<void()>& wrote) {
  std::set<NameOf> filed;
  store.scan_nodes(owner, [&](const Node& node) {
    batch.put_due(node);
    wrote();
    for (const Id& digest : digests_of(node)) {
      if (!filed.insert({node.kind, digest}).second) continue;
      if (store.find_names(owner, node.kind, {&digest, 1}).front()) continue;
      batch.put_name(node.kind, digest, node.id);
      wrote();
    }
  });
  std::set<Ends> seen;
  for (const storage::EdgeEnd end : {storage::EdgeEnd::From, storage::EdgeEnd::To}) {
    store.scan_graph_edges(owner, end, [&](const Edge& edge) {
      if (!seen.insert({edge.from, edge.type, edge.to}).second) return;
      batch.put_graph_edges({&edge, 1});
      wrote();
    });
  }
}

}  // namespace memfold::graph
