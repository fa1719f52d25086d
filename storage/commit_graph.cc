// What a commit changes in the graph around the memories.
#include <algorithm>
#include <utility>
#include <vector>

#include "memfold/error.h"
#include "storage/codec_edge.h"
#include "storage/codec_node.h"
#include "storage/codec_source.h"
#include "storage/commit_batch.h"

namespace memfold::storage {
namespace {

bool holds(const std::vector<DueItem>& items, const DueItem& wanted) {
  return std::find(items.begin(), items.end(), wanted) != items.end();
}

}  // namespace

void CommitBatch::put_node(const Node& node, const Node* previous) {
  impl_->require_user(node.user);
  impl_->put(Family::GraphNodes, node_key(impl_->key, node.id), encode(impl_->builder, node));
  static const std::vector<DueItem> kNone;
  const std::vector<DueItem>& before = previous != nullptr ? previous->due : kNone;
  for (const DueItem& item : before) {
    if (holds(node.due, item)) continue;
    impl_->remove(Family::Due, due_key(impl_->key, item.task, item.at, node.id));
  }
  for (const DueItem& item : node.due) {
    if (holds(before, item)) continue;
    impl_->put_empty(Family::Due, due_key(impl_->key, item.task, item.at, node.id));
  }
}

void CommitBatch::put_due(const Node& node) {
  for (const DueItem& item : node.due) {
    impl_->put_empty(Family::Due, due_key(impl_->key, item.task, item.at, node.id));
  }
}

void CommitBatch::delete_node(const Node& node) {
  impl_->remove(Family::GraphNodes, node_key(impl_->key, node.id));
  for (const DueItem& item : node.due) {
    impl_->remove(Family::Due, due_key(impl_->key, item.task, item.at, node.id));
  }
}

void CommitBatch::put_name(NodeKind kind, const Id& name, const Id& node) {
  const std::string_view bytes(reinterpret_cast<const char*>(node.bytes.data()), node.bytes.size());
  impl_->put(Family::GraphNames, name_key(impl_->key, kind, name), bytes);
}

void CommitBatch::delete_name(NodeKind kind, const Id& name) {
  impl_->remove(Family::GraphNames, name_key(impl_->key, kind, name));
}

void CommitBatch::put_graph_edges(std::span<const Edge> edges) {
  // A memtable takes neighbours in a row much faster than keys from here and there.
  std::vector<std::pair<Key, const Edge*>> keys;
  keys.reserve(2 * edges.size());
  for (const Edge& edge : edges) {
    keys.emplace_back(edge_key(impl_->key, Direction::Out, edge.from, edge.type, edge.to), &edge);
    keys.emplace_back(edge_key(impl_->key, Direction::In, edge.to, edge.type, edge.from), &edge);
  }
  std::sort(keys.begin(), keys.end(),
            [](const auto& a, const auto& b) { return a.first.view() < b.first.view(); });
  for (const auto& [key, edge] : keys) {
    impl_->put(Family::GraphEdges, key, encode(impl_->builder, *edge));
  }
}

void CommitBatch::delete_graph_edge(const Edge& edge) {
  impl_->remove(Family::GraphEdges,
                edge_key(impl_->key, Direction::Out, edge.from, edge.type, edge.to));
  impl_->remove(Family::GraphEdges,
                edge_key(impl_->key, Direction::In, edge.to, edge.type, edge.from));
}

void CommitBatch::put_source(const Source& source, SourceStatus status) {
  impl_->put(Family::Sources, node_key(impl_->key, source.id),
             encode(impl_->builder, source, status));
}

void CommitBatch::put_raw(const Id& source, std::string_view raw) {
  if (raw.size() > kMaxRawBytes) {
    throw Error(ErrorCode::InvalidArgument, "a source's raw content has at most " +
                                                std::to_string(kMaxRawBytes) + " bytes; this has " +
                                                std::to_string(raw.size()));
  }
  impl_->put(Family::RawSources, node_key(impl_->key, source), raw);
}

void CommitBatch::delete_source(const Id& source) {
  impl_->remove(Family::Sources, node_key(impl_->key, source));
  delete_raw(source);
}

void CommitBatch::delete_raw(const Id& source) {
  impl_->remove(Family::RawSources, node_key(impl_->key, source));
}

void CommitBatch::put_job(const SourceJob& job) {
  impl_->put(Family::SourceJobs, node_key(impl_->key, job.id), encode(impl_->builder, job));
}

void CommitBatch::delete_job(const Id& job) {
  impl_->remove(Family::SourceJobs, node_key(impl_->key, job));
}

}  // namespace memfold::storage
