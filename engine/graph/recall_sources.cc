#include <algorithm>
#include <map>
#include <tuple>

#include "engine/graph/recall_stories.h"
#include "engine/graph/veil.h"
#include "engine/recall/filter.h"
#include "engine/recall/recall.h"
#include "memfold/error.h"

namespace memfold::graph {
namespace {

/// Memories looked at for each source that is wanted, at first: several may come from one.
constexpr int kMemoriesASource = 4;

using Found = std::map<Id, SourceHit>;

void add_statement(const Context& context, const RecallQuery& query, const storage::UserKey& user,
                   const Hit& statement, Found& found) {
  for (const Edge& edge : context.store.graph_edges(user, storage::EdgeEnd::To, statement.memory.id,
                                                    EdgeType::States)) {
    auto place = found.find(edge.from);
    if (place == found.end()) {
      std::optional<Node> node = context.store.node(user, edge.from);
      if (!node || !is_wanted(node->state, query.where.include_archived, query.where.states))
        continue;
      place = found.try_emplace(edge.from).first;
      place->second.node = std::move(*node);
    }
    SourceHit& source = place->second;
    if (source.statements.empty()) {
      source.score = statement.score;
      source.why = statement.why;
    }
    source.statements.push_back(statement);
  }
}

bool comes_before(const SourceHit& a, const SourceHit& b) {
  const auto rank = [](const SourceHit& hit) {
    return std::tuple(hit.score, hit.statements.size(), hit.node.last_at.value_or(Time{}));
  };
  return rank(a) != rank(b) ? rank(a) > rank(b) : a.node.id < b.node.id;
}

}  // namespace

std::vector<SourceHit> recall_sources(
    const Context& context, const RecallQuery& query,
    const std::function<std::vector<Hit>(const RecallQuery&)>& recall) {
  if (query.as_of || query.valid_at) {
    throw Error(ErrorCode::InvalidArgument, "sources are recalled as they are now");
  }
  const storage::UserKey user = storage::user_key(query.user);
  RecallQuery asked = query;
  // What a memory has faded to says nothing about its source.
  asked.where.include_archived = true;
  asked.where.states.clear();
  asked.k = std::min(query.k, INT32_MAX / 8 / kMemoriesASource) * kMemoriesASource;
  while (true) {
    Found found;
    const std::vector<Hit> statements = recall(asked);
    for (const Hit& statement : statements) add_statement(context, query, user, statement, found);
    const bool all = statements.size() < std::size_t(asked.k) || asked.k > INT32_MAX / 8;
    if (found.size() < std::size_t(query.k) && !all) {
      asked.k *= 8;
      continue;
    }
    std::vector<SourceHit> hits;
    for (auto& [id, hit] : found) hits.push_back(std::move(hit));
    std::sort(hits.begin(), hits.end(), comes_before);
    if (hits.size() > std::size_t(query.k)) hits.resize(std::size_t(query.k));
    Veil veil(context.store, user);
    for (SourceHit& hit : hits) hit.node = veil.shown(std::move(hit.node));
    return hits;
  }
}

}  // namespace memfold::graph
