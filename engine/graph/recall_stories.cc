#include "engine/graph/recall_stories.h"

#include <algorithm>
#include <map>

#include "core/text.h"
#include "engine/fold/embed_facts.h"
#include "engine/fold/prepare.h"
#include "engine/graph/find_node.h"
#include "engine/graph/job_tools.h"
#include "engine/graph/veil.h"
#include "engine/parallel.h"
#include "engine/recall/filter.h"
#include "engine/recall/recall.h"
#include "memfold/error.h"

namespace memfold::graph {
namespace {

constexpr std::size_t kShownBelow = 10;

/// A story as recall reads memories: what it says, and as what it names the anchors it is about.
Memory as_memory(const Node& node) {
  Memory memory;
  memory.id = node.id;
  memory.content = node.title + ": " + node.description;
  for (const std::string& keyword : node.keywords) memory.subject += keyword + " ";
  memory.entities = node.keywords;
  memory.entities.push_back(node.title);
  for (std::string& entity : memory.entities) entity = normalise_key(entity);
  std::sort(memory.entities.begin(), memory.entities.end());
  memory.entities.erase(std::unique(memory.entities.begin(), memory.entities.end()),
                        memory.entities.end());
  return memory;
}

std::vector<std::int16_t> row_of(const Embedder& embedder, const Node& node) {
  if (node.embedding_model == embedder.name() &&
      node.embedding.size() == std::size_t(embedder.dimension())) {
    return node.embedding;
  }
  return embed_text(embedder, to_nfc(to_valid_utf8(node.title + ": " + node.description)));
}

/// The user's nodes of this kind, by id.
std::unique_ptr<Lane> load(const Context& context, const std::string& user, NodeKind kind) {
  const Models& models = context.options.models;
  auto lane = std::make_unique<Lane>(user, models.embedder->dimension(), parallel_for_raw);
  if (models.tokenizer) lane->keep_words(models.tokenizer, context.options.recall);
  for (const std::optional<Node>& node :
       context.store.graph_nodes(lane->key(), context.store.nodes_of_kind(lane->key(), kind))) {
    if (!node) continue;
    const Memory memory = as_memory(*node);
    const std::vector<std::int16_t> row = row_of(*models.embedder, *node);
    lane->add_words(lane->add(node->id, 0, exact_keys(memory), row), memory);
  }
  return lane;
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

/// Which stories a query is about, beside what it says.
class Filter {
 public:
  Filter(const storage::Store& store, const storage::UserKey& user, const StoryQuery& query)
      : store_(store), user_(user), query_(query) {
    if (!query.person.empty()) person_ = find_node(store, user, NodeKind::Person, query.person);
  }

  bool passes(const Node& node) const {
    return is_wanted(node.state, query_.include_archived, query_.states) &&
           (!query_.from || (node.last_at && *node.last_at >= *query_.from)) &&
           (!query_.until || (node.first_at && *node.first_at < *query_.until)) &&
           (query_.person.empty() || (person_ && speaks_of(node.id, node.kind, *person_)));
  }

 private:
  bool speaks_of(const Id& id, NodeKind kind, const Id& anchor) const {
    const bool is_macro = kind == NodeKind::Macro;
    const EdgeType about = is_macro ? EdgeType::RootedIn : EdgeType::About;
    if (store_.has_graph_edge(user_, id, about, anchor)) return true;
    const std::vector<Edge> parts =
        store_.graph_edges(user_, storage::EdgeEnd::From, id, type_below(kind));
    return std::any_of(parts.begin(), parts.end(), [&](const Edge& part) {
      return is_macro ? speaks_of(part.to, NodeKind::Storyline, anchor)
                      : store_.has_graph_edge(user_, part.to, EdgeType::Mentions, anchor);
    });
  }

  const storage::Store& store_;
  const storage::UserKey& user_;
  const StoryQuery& query_;
  std::optional<Id> person_;
};

void add_parts(const storage::Store& store, const storage::UserKey& user, Veil& veil,
               StoryHit& hit) {
  const std::vector<Edge> edges = drill_down(store, user, hit.node.id);
  hit.parts = edges.size();
  for (auto edge = edges.rbegin(); edge != edges.rend() && hit.below.size() < kShownBelow; ++edge) {
    if (std::optional<Node> node = veil.shown(store.node(user, edge->to))) {
      hit.below.push_back(std::move(*node));
    }
  }
}

StoryHit make_hit(Hit found, Node node) {
  StoryHit hit;
  hit.node = std::move(node);
  hit.score = found.score;
  hit.content = found.content;
  hit.words = found.words;
  hit.keys = found.keys;
  hit.matched_words = std::move(found.matched_words);
  hit.matched_keys = std::move(found.matched_keys);
  hit.why = std::move(found.why);
  return hit;
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
  RecallQuery asked{.user = query.user, .text = query.text, .k = query.k};
  asked.threshold = query.threshold;
  asked.by = query.by;
  asked.where.include_archived = true;  // the nodes tell
  check(asked, context.options.models);
  const bool meso = query.granularity == Granularity::Meso;
  const NodeKind kind = meso ? NodeKind::Storyline : NodeKind::Macro;
  const storage::UserKey user = storage::user_key(query.user);
  const Filter filter(context.store, user, query);
  std::vector<StoryHit> hits;
  context.lanes.with_stories(
      query.user, meso ? 0 : 1, [&] { return load(context, query.user, kind); },
      [&](const Lane& lane) {
        std::map<Id, Node> nodes;
        const auto read = [&](Ordinal ordinal) -> std::optional<Memory> {
          std::optional<Node> node = context.store.node(user, lane.features().view(ordinal).id);
          if (!node || !filter.passes(*node)) return std::nullopt;
          Memory memory = as_memory(*node);
          nodes.insert_or_assign(node->id, std::move(*node));
          return memory;
        };
        for (Hit& hit : recall(lane, context.options, asked, read)) {
          Node& node = nodes.at(hit.memory.id);
          hits.push_back(make_hit(std::move(hit), std::move(node)));
        }
        Veil veil(context.store, user);
        for (StoryHit& hit : hits) {
          hit.node = veil.shown(std::move(hit.node));
          add_parts(context.store, user, veil, hit);
        }
      });
  return hits;
}

}  // namespace memfold::graph
