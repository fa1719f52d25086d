#include "engine/graph/job_tools.h"

#include <algorithm>
#include <tuple>

#include "core/text.h"
#include "engine/fold/embed_facts.h"

namespace memfold::graph {

std::vector<Node> waiting(GraphBatch& batch, Task task, Time from, Time until, std::size_t limit) {
  std::vector<Node> nodes;
  for (const storage::DueEntry& entry :
       batch.context().store.due(batch.key(), task, from, until, SIZE_MAX)) {
    if (const Node* node = batch.find(entry.id)) nodes.push_back(*node);
  }
  std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) {
    return std::tie(b.source_count, a.id) < std::tie(a.source_count, b.id);
  });
  if (nodes.size() > limit) nodes.resize(limit);
  return nodes;
}

std::vector<Edge> by_time(std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.created_at, a.from, a.to) < std::tie(b.created_at, b.from, b.to);
  });
  return edges;
}

std::string summarise(const AmendContext& context, std::span<const std::string> texts,
                      std::size_t sentences) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return context.options.models.summarizer->summarise(views, sentences);
}

void describe(const AmendContext& context, Node& node, std::string description) {
  const Embedder& embedder = *context.options.models.embedder;
  const bool has_row = !node.embedding.empty() || description.empty();  // withheld, it went
  if (description == node.description && node.embedding_model == embedder.name() && has_row) return;
  node.description = std::move(description);
  const std::string text = to_nfc(to_valid_utf8(node.title + ": " + node.description));
  node.embedding = embed_text(embedder, text);
  node.embedding_model = embedder.name();
}

}  // namespace memfold::graph
