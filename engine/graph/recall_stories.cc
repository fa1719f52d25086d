#include "engine/graph/recall_stories.h"

#include <algorithm>
#include <set>

#include "core/text.h"
#include "engine/embed_facts.h"
#include "engine/graph/job_tools.h"
#include "engine/reason.h"
#include "memfold/error.h"

namespace memfold::graph {
namespace {

/// How far a query whose every word is a node's title or keyword closes the gap to 1.
constexpr double kWordShare = 0.5;
constexpr std::size_t kShownBelow = 10;

/// Whole words in the form in which they are compared; none without a tokenizer.
std::set<std::string> words_of(const Models& models, std::string_view text) {
  std::set<std::string> words;
  if (!models.tokenizer) return words;
  for (Term& term : models.tokenizer->terms(to_nfc(to_valid_utf8(text)))) {
    if (term.kind == Term::Kind::Word) words.insert(std::move(term.text));
  }
  return words;
}

/// Share of the query's words that the node's title and keywords have.
double named_share(const Models& models, const std::set<std::string>& asked, const Node& node) {
  if (asked.empty()) return 0;
  std::set<std::string> known = words_of(models, node.title);
  for (const std::string& keyword : node.keywords) known.merge(words_of(models, keyword));
  const auto is_named = [&](const std::string& word) { return known.contains(word); };
  return double(std::count_if(asked.begin(), asked.end(), is_named)) / double(asked.size());
}

double content_of(const Embedder& embedder, std::span<const std::int16_t> row, const Node& node) {
  const bool comparable =
      node.embedding_model == embedder.name() && node.embedding.size() == row.size();
  const std::vector<std::int16_t> own =
      comparable ? node.embedding : embed_text(embedder, node.title + ": " + node.description);
  std::int64_t dot = 0;
  for (std::size_t i = 0; i < row.size(); ++i) dot += std::int32_t(row[i]) * own[i];
  return std::clamp(embedder.calibration().similarity(double(dot) / kDotScale), 0.0, 1.0);
}

bool passes(const Node& node, const StoryQuery& query) {
  return (query.archived || node.state != MemoryState::Archived) &&
         (!query.from || (node.last_at && *node.last_at >= *query.from)) &&
         (!query.until || (node.first_at && *node.first_at < *query.until));
}

EdgeType type_below(NodeKind kind) {
  switch (kind) {
    case NodeKind::Macro:
      return EdgeType::Groups;
    case NodeKind::Storyline:
      return EdgeType::Includes;
    default:
      return EdgeType::States;
  }
}

std::vector<Node> nodes_below(const storage::Store& store, const storage::UserKey& user,
                              const Id& id) {
  std::vector<Node> nodes;
  const std::vector<Edge> edges = drill_down(store, user, id);
  for (auto edge = edges.rbegin(); edge != edges.rend() && nodes.size() < kShownBelow; ++edge) {
    if (std::optional<Node> node = store.node(user, edge->to)) nodes.push_back(std::move(*node));
  }
  return nodes;
}

}  // namespace

std::vector<Edge> drill_down(const storage::Store& store, const storage::UserKey& user,
                             const Id& id) {
  const std::optional<Node> node = store.node(user, id);
  if (!node) throw Error(ErrorCode::NotFound, "there is no node " + to_string(id));
  return by_time(store.graph_edges(user, storage::EdgeEnd::From, id, type_below(node->kind)));
}

std::vector<StoryHit> recall_stories(const Context& context, const StoryQuery& query) {
  if (query.granularity == Granularity::Micro) {
    throw Error(ErrorCode::InvalidArgument, "memories are found with Engine::recall");
  }
  if (query.k <= 0) throw Error(ErrorCode::InvalidArgument, "recall: k must be at least 1");
  const NodeKind kind =
      query.granularity == Granularity::Meso ? NodeKind::Storyline : NodeKind::Macro;
  const storage::UserKey user = storage::user_key(query.user);
  const Models& models = context.options.models;
  const Embedder& embedder = *models.embedder;
  const std::vector<std::int16_t> row = embed_text(embedder, to_nfc(to_valid_utf8(query.text)));
  const std::set<std::string> asked = words_of(models, query.text);
  std::vector<StoryHit> hits;
  for (std::optional<Node>& node :
       context.store.graph_nodes(user, context.store.nodes_of_kind(user, kind))) {
    if (!node || !passes(*node, query)) continue;
    const double content = content_of(embedder, row, *node);
    const double named = named_share(models, asked, *node);
    StoryHit hit;
    hit.score = 1 - (1 - content) * (1 - kWordShare * named);
    if (hit.score < query.threshold) continue;
    hit.why = "content " + figure(content);
    if (named > 0) hit.why += ", title and keywords " + figure(named);
    hit.node = std::move(*node);
    hits.push_back(std::move(hit));
  }
  std::sort(hits.begin(), hits.end(), [](const StoryHit& a, const StoryHit& b) {
    return a.score != b.score ? a.score > b.score : a.node.id < b.node.id;
  });
  if (hits.size() > std::size_t(query.k)) hits.resize(std::size_t(query.k));
  for (StoryHit& hit : hits) hit.below = nodes_below(context.store, user, hit.node.id);
  return hits;
}

}  // namespace memfold::graph
