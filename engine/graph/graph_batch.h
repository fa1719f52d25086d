// Changes to one user's graph, collected and committed together.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/graph/context.h"
#include "memfold/memory.h"
#include "memfold/node.h"
#include "storage/store.h"

namespace memfold::graph {

/// How nodes of a kind and type are looked up.
struct NameSpace {
  NodeKind kind = NodeKind::Person;
  std::string_view type = {};
};

/// The digest a name is filed under.
Id name_digest(const NameSpace& space, std::string_view name);

/// Reads see what was changed before. Nothing is written before commit(). While it lives, no one
/// else may change this user's graph: see Lanes::with_locked and with_graph.
class GraphBatch {
 public:
  /// Its commit carries the context's stamp.
  GraphBatch(const Context& context, std::string_view user);
  /// The changes become part of `into`, by collect(), and its owner commits them.
  GraphBatch(const AmendContext& context, std::string_view user, storage::CommitBatch* into);

  const std::string& user() const { return user_; }
  const storage::UserKey& key() const { return key_; }
  const AmendContext& context() const { return context_; }
  storage::CommitBatch& batch() { return batch_; }

  /// As changed so far; null: there is none. Valid until the batch goes.
  const Node* find(const Id& id);
  /// The node, to be changed. Throws Error(NotFound).
  Node& change(const Id& id);
  /// A new node. Its user is set; names are filed with file_names().
  Node& add(Node node);

  /// The first node of this kind that any of the names leads to, in their order.
  std::optional<Id> find_name(const NameSpace& space, std::span<const std::string> names);
  /// Files a node under names that lead nowhere yet.
  void file_names(const NameSpace& space, const Id& node, std::span<const std::string> names);

  bool has_edge(const Id& from, EdgeType type, const Id& to);
  void put_edge(const Edge& edge);
  /// The edges of the node there are now, in either direction.
  std::vector<Edge> edges_of(const Id& id) const;
  void remove_edge(const Edge& edge);
  /// The node and its edges; its names stay filed.
  void erase(const Id& id);

  /// Puts what was changed into the batch.
  void collect();
  /// collect(), and writes; loaded stories that read otherwise now are thrown away. Throws as
  /// Store::commit does.
  void commit();

 private:
  struct Entry {
    std::optional<Node> before;
    Node now;
    bool changed = false, erased = false;

    bool is_retold() const;  ///< a storyline or macro that reads otherwise, or is new or gone
  };
  Entry* load(const Id& id);

  const AmendContext& context_;
  Lanes* lanes_ = nullptr;
  Stamp stamp_;
  std::string user_;
  storage::UserKey key_;
  storage::CommitBatch own_;
  storage::CommitBatch& batch_;
  std::map<Id, Entry> nodes_;  ///< in order, so that what is written does not depend on hashing
  std::map<std::pair<NodeKind, Id>, std::optional<Id>> names_;
  using EdgeName = std::tuple<Id, EdgeType, Id>;
  std::map<EdgeName, Edge> edges_;  ///< put since
  std::set<EdgeName> removed_;
};

}  // namespace memfold::graph
