#include "engine/graph/verify_graph.h"

#include <map>
#include <set>
#include <tuple>

#include "core/name_forms.h"
#include "engine/graph/graph_batch.h"

namespace memfold::graph {
namespace {

using Ends = std::tuple<Id, EdgeType, Id>;
using Due = std::tuple<Id, Task, Time>;

Ends ends_of(const Edge& edge) {
  return {edge.from, edge.type, edge.to};
}

struct Summary {
  NodeKind kind;
  std::uint32_t sources = 0, storylines = 0;
};

class GraphVerifier {
 public:
  GraphVerifier(const storage::Store& store, const storage::UserKey& owner, VerifyReport& report,
                const std::function<void(const std::string&)>& complain)
      : store_(store), owner_(owner), report_(report), complain_(complain) {}

  void run() {
    read_nodes();
    check_due();
    check_names();
    check_edges();
    store_.scan_sources(owner_, [&](const Source&) { ++report_.sources; });
  }

 private:
  void expect(bool holds, const std::string& problem) {
    if (!holds) complain_(problem);
  }

  void read_nodes() {
    store_.scan_nodes(owner_, [&](const Node& node) {
      ++report_.graph_nodes;
      nodes_[node.id] = {node.kind, node.source_count, node.storyline_count};
      for (const DueItem& item : node.due) due_.insert({node.id, item.task, item.at});
    });
  }

  void check_due() {
    std::size_t listed = 0;
    store_.scan_due(owner_, [&](Task task, Time at, const Id& id) {
      if (task == Task::ArchiveMemory) return;
      ++listed;
      expect(due_.contains({id, task, at}), "node " + to_string(id) + " is listed for " +
                                                std::string(name(task)) + " and does not wait");
    });
    expect(listed == due_.size(), std::to_string(due_.size()) + " tasks wait, but " +
                                      std::to_string(listed) + " are listed");
  }

  void check_names() {
    store_.scan_names(owner_, [&](NodeKind kind, const Id&, const Id& node) {
      const auto found = nodes_.find(node);
      expect(found != nodes_.end() && found->second.kind == kind,
             "a name leads to node " + to_string(node) + ", which is not there");
    });
  }

  void check_edges() {
    std::set<Ends> out;
    std::map<Id, std::uint32_t> sources, storylines;
    store_.scan_graph_edges(owner_, storage::EdgeEnd::From, [&](const Edge& edge) {
      ++report_.graph_edges;
      out.insert(ends_of(edge));
      for (const Id& end : {edge.from, edge.to}) {
        expect(nodes_.contains(end) || store_.memory(owner_, end),
               "an edge \"" + std::string(name(edge.type)) + "\" ends at " + to_string(end) +
                   ", which is not there");
      }
      if (edge.type == EdgeType::Mentions) ++sources[edge.to];
      if (edge.type == EdgeType::Includes) ++sources[edge.from];
      if (edge.type == EdgeType::About) ++storylines[edge.to];
      if (edge.type == EdgeType::Groups) ++storylines[edge.from];
    });
    std::size_t mirrored = 0;
    store_.scan_graph_edges(owner_, storage::EdgeEnd::To, [&](const Edge& edge) {
      ++mirrored;
      expect(out.contains(ends_of(edge)), "an edge from " + to_string(edge.from) + " to " +
                                              to_string(edge.to) + " has one end only");
    });
    expect(mirrored == out.size(), std::to_string(out.size()) + " edges leave nodes, but " +
                                       std::to_string(mirrored) + " arrive");
    for (const auto& [id, node] : nodes_) {
      if (is_anchor(node.kind) || node.kind == NodeKind::Storyline) {
        expect(node.sources == sources[id], "node " + to_string(id) + " counts " +
                                                std::to_string(node.sources) + " sources of " +
                                                std::to_string(sources[id]));
      }
      if (is_anchor(node.kind) || node.kind == NodeKind::Macro) {
        expect(node.storylines == storylines[id],
               "node " + to_string(id) + " counts " + std::to_string(node.storylines) +
                   " storylines of " + std::to_string(storylines[id]));
      }
    }
  }

  const storage::Store& store_;
  const storage::UserKey owner_;
  VerifyReport& report_;
  const std::function<void(const std::string&)>& complain_;
  std::map<Id, Summary> nodes_;
  std::set<Due> due_;
};

}  // namespace

void verify_graph(const storage::Store& store, const storage::UserKey& owner, VerifyReport& report,
                  const std::function<void(const std::string&)>& complain) {
  GraphVerifier(store, owner, report, complain).run();
}

void rebuild_graph(const storage::Store& store, const storage::UserKey& owner,
                   storage::CommitBatch& batch, const std::function<void()>& wrote) {
  store.scan_nodes(owner, [&](const Node& node) {
    batch.put_due(node);
    wrote();
    if (node.kind == NodeKind::Storyline || node.kind == NodeKind::Macro) {
      batch.put_name(node.kind, name_digest({node.kind}, to_string(node.id)), node.id);
      wrote();
    }
    if (!is_anchor(node.kind)) return;
    const NameSpace space{node.kind, node.type};
    for (const std::string& name : match_keys(node.kind, node.title, node.type, node.aliases)) {
      const Id digest = name_digest(space, name);
      if (store.find_names(owner, node.kind, {&digest, 1}).front()) continue;
      batch.put_name(node.kind, digest, node.id);
      wrote();
    }
  });
  std::set<Ends> seen;
  for (const storage::EdgeEnd end : {storage::EdgeEnd::From, storage::EdgeEnd::To}) {
    store.scan_graph_edges(owner, end, [&](const Edge& edge) {
      if (!seen.insert(ends_of(edge)).second) return;
      batch.put_graph_edges({&edge, 1});
      wrote();
    });
  }
}

}  // namespace memfold::graph
