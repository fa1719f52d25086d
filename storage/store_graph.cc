// Reads of the graph around the memories.
#include "storage/codec_edge.h"
#include "storage/codec_node.h"
#include "storage/codec_source.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

RangeScan::Range starting_with(const Key& prefix) {
  return {.lower = std::string(prefix.view()), .upper = after_prefix(prefix)};
}

Id decode_id(std::string_view bytes) {
  Id id;
  if (bytes.size() != id.bytes.size()) {
    throw Error(ErrorCode::Corruption, "an id has " + std::to_string(bytes.size()) + " bytes");
  }
  std::copy(bytes.begin(), bytes.end(), id.bytes.begin());
  return id;
}

}  // namespace

std::optional<Node> Store::node(const UserKey& user, const Id& id) const {
  return impl_->read(Family::GraphNodes, node_key(user, id), decode_graph_node);
}

std::vector<std::optional<Node>> Store::graph_nodes(const UserKey& user,
                                                    std::span<const Id> ids) const {
  std::vector<Key> keys;
  keys.reserve(ids.size());
  for (const Id& id : ids) keys.push_back(node_key(user, id));
  std::vector<std::optional<Node>> result(ids.size());
  impl_->multi_get(Family::GraphNodes, keys, [&](std::size_t i, const rocksdb::Slice& stored) {
    result[i] = impl_->decode_at(Family::GraphNodes, keys[i], stored, decode_graph_node);
  });
  return result;
}

std::vector<std::optional<Id>> Store::find_names(const UserKey& user, NodeKind kind,
                                                 std::span<const Id> names) const {
  std::vector<Key> keys;
  keys.reserve(names.size());
  for (const Id& name : names) keys.push_back(name_key(user, kind, name));
  std::vector<std::optional<Id>> result(names.size());
  impl_->multi_get(Family::GraphNames, keys, [&](std::size_t i, const rocksdb::Slice& stored) {
    result[i] = impl_->decode_at(Family::GraphNames, keys[i], stored, decode_id);
  });
  return result;
}

std::vector<Id> Store::nodes_of_kind(const UserKey& user, NodeKind kind) const {
  RangeScan scan(*impl_, Family::GraphNames, starting_with(name_prefix(user, kind)));
  std::vector<Id> ids;
  while (scan.next()) {
    ids.push_back(impl_->decode_at(Family::GraphNames, scan.key(), scan.value(), decode_id));
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::vector<Edge> Store::graph_edges(const UserKey& user, EdgeEnd end, const Id& id,
                                     std::optional<EdgeType> type) const {
  const Direction direction = end == EdgeEnd::From ? Direction::Out : Direction::In;
  const Key prefix =
      type ? edge_prefix(user, direction, id, *type) : edge_prefix(user, direction, id);
  RangeScan scan(*impl_, Family::GraphEdges, starting_with(prefix));
  std::vector<Edge> edges;
  while (scan.next()) edges.push_back(edge_at(*impl_, Family::GraphEdges, scan));
  return edges;
}

bool Store::has_graph_edge(const UserKey& user, const Id& from, EdgeType type, const Id& to) const {
  return impl_->get(Family::GraphEdges, edge_key(user, Direction::Out, from, type, to)).has_value();
}

std::optional<Source> Store::source(const UserKey& owner, const Id& id) const {
  return impl_->read(Family::Sources, node_key(owner, id), decode_source);
}

std::optional<std::string> Store::raw_source(const UserKey& owner, const Id& id) const {
  return impl_->read(Family::RawSources, node_key(owner, id),
                     [](std::string_view bytes) { return std::string(bytes); });
}

std::optional<SourceJob> Store::job(const UserKey& owner, const Id& id) const {
  return impl_->read(Family::SourceJobs, node_key(owner, id), decode_job);
}

void Store::scan_jobs(const std::function<void(const SourceJob&)>& visit) const {
  RangeScan scan(*impl_, Family::SourceJobs, {.whole_family = true, .cached = false});
  while (scan.next()) {
    visit(impl_->decode_at(Family::SourceJobs, scan.key(), scan.value(), decode_job));
  }
}

void Store::scan_jobs_of(const UserKey& owner,
                         const std::function<void(const SourceJob&)>& visit) const {
  scan_values(*impl_, Family::SourceJobs, owner, decode_job, visit);
}

void Store::scan_nodes(const UserKey& user, const std::function<void(const Node&)>& visit) const {
  scan_values(*impl_, Family::GraphNodes, user, decode_graph_node, visit);
}

void Store::scan_graph_edges(const UserKey& user, EdgeEnd end,
                             const std::function<void(const Edge&)>& visit) const {
  const Direction direction = end == EdgeEnd::From ? Direction::Out : Direction::In;
  const Key prefix = edge_prefix(user, direction);
  RangeScan scan(
      *impl_, Family::GraphEdges,
      {.lower = std::string(prefix.view()), .upper = after_prefix(prefix), .cached = false});
  while (scan.next()) visit(edge_at(*impl_, Family::GraphEdges, scan));
}

void Store::scan_names(
    const UserKey& user,
    const std::function<void(NodeKind, const Id& name, const Id& node)>& visit) const {
  RangeScan scan(*impl_, Family::GraphNames, RangeScan::all_of(user));
  while (scan.next()) {
    const NameKey key = impl_->key_at(Family::GraphNames, scan.key(), read_name_key);
    visit(key.kind, key.name,
          impl_->decode_at(Family::GraphNames, scan.key(), scan.value(), decode_id));
  }
}

std::vector<Id> Store::raw_sources(const UserKey& owner) const {
  RangeScan scan(*impl_, Family::RawSources, RangeScan::all_of(owner));
  std::vector<Id> ids;
  while (scan.next()) ids.push_back(impl_->key_at(Family::RawSources, scan.key(), read_node_key));
  return ids;
}

void Store::scan_sources(const UserKey& owner,
                         const std::function<void(const Source&)>& visit) const {
  scan_values(*impl_, Family::Sources, owner, decode_source, visit);
}

}  // namespace memfold::storage
