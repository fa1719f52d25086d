#include "engine/graph/graph_batch.h"

#include <algorithm>

#include "engine/graph/due_items.h"
#include "memfold/error.h"

namespace memfold::graph {

std::string owner_of_team(std::string_view team) {
  return std::string(kMaxUserBytes + 1, '\0') + std::string(team);
}

std::string owner_of(std::string_view user, std::string_view team) {
  return team.empty() ? std::string(user) : owner_of_team(team);
}

Id name_digest(const NameSpace& space, std::string_view name) {
  return derive_id(std::string(memfold::name(space.kind)) + '/' + std::string(space.type), name);
}

void know_owner(const storage::Store& store, storage::CommitBatch& batch,
                const std::string& owner) {
  if (store.user(storage::user_key(owner))) return;
  storage::UserRecord record;
  record.user = owner;
  batch.put_user(record);
}

GraphBatch::GraphBatch(const Context& context, std::string_view user)
    : GraphBatch(context, user, nullptr) {
  stamp_ = context.stamp;
  lanes_ = &context.lanes;
}

GraphBatch::GraphBatch(const AmendContext& context, std::string_view user,
                       storage::CommitBatch* into)
    : context_(context),
      user_(user),
      key_(storage::user_key(user)),
      own_(user),
      batch_(into != nullptr ? *into : own_) {}

GraphBatch::Entry* GraphBatch::load(const Id& id) {
  const auto found = nodes_.find(id);
  if (found != nodes_.end()) return found->second.erased ? nullptr : &found->second;
  std::optional<Node> stored = context_.store.node(key_, id);
  if (!stored) return nullptr;
  Entry entry;
  entry.now = *stored;
  entry.before = std::move(stored);
  return &nodes_.emplace(id, std::move(entry)).first->second;
}

const Node* GraphBatch::find(const Id& id) {
  const Entry* entry = load(id);
  return entry == nullptr ? nullptr : &entry->now;
}

Node& GraphBatch::change(const Id& id) {
  Entry* entry = load(id);
  if (entry == nullptr) {
    throw Error(ErrorCode::NotFound, "user " + user_ + " has no node " + to_string(id));
  }
  entry->changed = true;
  return entry->now;
}

Node& GraphBatch::add(Node node) {
  node.user = user_;
  Entry& entry = nodes_[node.id];
  entry.now = std::move(node);
  entry.changed = true;
  return entry.now;
}

std::optional<Id> GraphBatch::find_name(const NameSpace& space,
                                        std::span<const std::string> names) {
  std::vector<Id> digests, missing;
  for (const std::string& name : names) {
    digests.push_back(name_digest(space, name));
    if (!names_.contains({space.kind, digests.back()})) missing.push_back(digests.back());
  }
  const auto found = context_.store.find_names(key_, space.kind, missing);
  for (std::size_t i = 0; i < missing.size(); ++i) names_[{space.kind, missing[i]}] = found[i];
  for (const Id& digest : digests) {
    if (const auto& node = names_.at({space.kind, digest})) return node;
  }
  return std::nullopt;
}

void GraphBatch::file_names(const NameSpace& space, const Id& node,
                            std::span<const std::string> names) {
  for (const std::string& name : names) {
    if (find_name(space, {&name, 1})) continue;
    const Id digest = name_digest(space, name);
    names_[{space.kind, digest}] = node;
    batch_.put_name(space.kind, digest, node);
  }
}

bool GraphBatch::has_edge(const Id& from, EdgeType type, const Id& to) {
  return edges_.contains(std::tuple(from, type, to)) ||
         context_.store.has_graph_edge(key_, from, type, to);
}

void GraphBatch::put_edge(const Edge& edge) {
  edges_.insert_or_assign({edge.from, edge.type, edge.to}, edge);
}

std::vector<Edge> GraphBatch::edges_of(const Id& id) const {
  std::vector<Edge> edges;
  for (const storage::EdgeEnd end : {storage::EdgeEnd::From, storage::EdgeEnd::To}) {
    for (Edge& edge : context_.store.graph_edges(key_, end, id)) {
      if (!removed_.contains({edge.from, edge.type, edge.to})) edges.push_back(std::move(edge));
    }
  }
  return edges;
}

void GraphBatch::remove_edge(const Edge& edge) {
  edges_.erase({edge.from, edge.type, edge.to});
  if (!removed_.insert({edge.from, edge.type, edge.to}).second) return;
  batch_.delete_graph_edge(edge);
}

void GraphBatch::erase(const Id& id) {
  Entry* entry = load(id);
  if (entry == nullptr) return;
  entry->erased = true;
  for (const Edge& edge : edges_of(id)) remove_edge(edge);
}

void GraphBatch::collect() {
  std::vector<Edge> edges;
  for (auto& [key, edge] : edges_) edges.push_back(std::move(edge));
  edges_.clear();
  batch_.put_graph_edges(edges);
  for (auto& [id, entry] : nodes_) {
    if (entry.erased) {
      if (entry.before) batch_.delete_node(*entry.before);
    } else if (entry.changed) {
      settle(entry.now, context_.options);
      batch_.put_node(entry.now, entry.before ? &*entry.before : nullptr);
    }
  }
}

bool GraphBatch::Entry::is_retold() const {
  if (now.kind != NodeKind::Storyline && now.kind != NodeKind::Macro) return false;
  if (erased || !before) return erased != !before;
  return changed && (now.title != before->title || now.description != before->description ||
                     now.keywords != before->keywords || now.embedding != before->embedding);
}

void GraphBatch::commit() {
  collect();
  if (batch_.empty()) return;
  if (!stamp_.name.empty()) batch_.put_checkpoint(stamp_.name, stamp_.value);
  know_owner(context_.store, batch_, user_);
  context_.store.commit(std::move(batch_));
  const bool retold = std::any_of(nodes_.begin(), nodes_.end(),
                                  [](const auto& entry) { return entry.second.is_retold(); });
  if (retold && lanes_ != nullptr) lanes_->discard_stories(user_);
}

}  // namespace memfold::graph
