// Sources, and the people, entities and storylines around the memories.
#include "call/graph_requests.h"
#include "call/method.h"

namespace memfold::call {
namespace {

/// Exactly one of the two says whose it is.
void require_owner(const std::string& user, const std::string& team) {
  require_given(!user.empty() || !team.empty(), "user");
  const Place place;
  if (!user.empty() && !team.empty()) refuse(place.in("team"), "and user exclude each other");
}

Shown add_source(Engine& engine, AddSourceRequest request) {
  require_owner(request.user, request.team);
  Source source;
  source.user = std::move(request.user);
  source.team = std::move(request.team);
  source.source_id = std::move(request.source_id);
  source.form = request.form;
  source.raw = std::move(request.raw);
  source.provenance = std::move(request.provenance);
  source.participants = std::move(request.participants);
  source.started_at = request.started_at;
  source.ended_at = request.ended_at;
  source.sensitivity = request.sensitivity;
  source.source_type = request.source_type;
  return shown(engine.graph().add_source(std::move(source)));
}

Shown work(Engine& engine, WorkOptions options) {
  return shown(engine.graph().work(options));
}

Shown jobs(Engine& engine, OwnerRequest request) {
  const std::string& owner = request.user.empty() ? request.team : request.user;
  return shown("jobs", engine.graph().jobs(owner));
}

Shown retry_job(Engine& engine, RetryRequest request) {
  require_given(bool(request.job), "job");
  engine.graph().retry(request.owner, request.job);
  return shown_nothing();
}

Shown extract_for(Engine& engine, ExtractForRequest request) {
  return shown("queued", engine.graph().extract_for(request.user, request.team, request.sources));
}

Shown source(Engine& engine, SourceRequest request) {
  require_owner(request.user, request.team);
  const Graph& graph = engine.graph();
  return shown("source", request.team.empty()
                             ? graph.source(request.user, request.id, request.with_raw)
                             : graph.team_source(request.team, request.id, request.with_raw));
}

Shown sources(Engine& engine, OwnerRequest request) {
  require_owner(request.user, request.team);
  const Graph& graph = engine.graph();
  return shown("sources", request.team.empty() ? graph.sources(request.user)
                                               : graph.team_sources(request.team));
}

Shown node(Engine& engine, MemoryRequest request) {
  return shown("node", engine.graph().node(request.user, request.id));
}

Shown nodes(Engine& engine, NodesRequest request) {
  return shown("nodes", engine.graph().nodes(request.user, request.kind));
}

Shown find_node(Engine& engine, FindNodeRequest request) {
  return shown("node", engine.graph().find(request.user, request.kind, request.name, request.type));
}

Shown set_owner(Engine& engine, SetOwnerRequest request) {
  return shown("node", engine.graph().set_owner(
                           request.user, {std::move(request.name), std::move(request.addresses)}));
}

Shown recall_sources(Engine& engine, RecallQuery query) {
  return shown("hits", engine.graph().recall_sources(query));
}

Shown recall_stories(Engine& engine, StoriesRequest request) {
  const bool is_macro = request.level == "macro";
  const Place place;
  if (!is_macro && request.level != "storyline") {
    refuse(place.in("level"), "must be one of storyline, macro");
  }
  StoryQuery query;
  query.user = std::move(request.user);
  query.text = std::move(request.text);
  query.granularity = is_macro ? Granularity::Macro : Granularity::Meso;
  query.k = request.k;
  query.threshold = request.threshold;
  query.person = std::move(request.person);
  query.from = request.from;
  query.until = request.until;
  query.include_archived = request.include_archived;
  query.states = std::move(request.states);
  query.by = request.by;
  query.count_use = request.count_use;
  return shown("hits", engine.graph().recall(query));
}

Shown drill_down(Engine& engine, MemoryRequest request) {
  return shown("edges", engine.graph().drill_down(request.user, request.id));
}

Shown traverse(Engine& engine, TraverseQuery query) {
  return shown("steps", engine.graph().traverse(query));
}

Shown graph_counts(Engine& engine, UserRequest request) {
  return shown(engine.graph().counts(request.user));
}

constexpr Method kGraphMethods[] = {
    method<add_source>("add_source", "store a mail, conversation, meeting or note as it came in",
                       Effect::Writes),
    method<work>("work", "work waiting sources into memories and the graph", Effect::Writes),
    method<jobs>("jobs", "work on sources that waits or failed"),
    method<retry_job>("retry_job", "let a failed job be tried again now", Effect::Writes),
    method<extract_for>("extract_for", "queue a team's sources for one user", Effect::Writes),
    method<source>("source", "one source"),
    method<sources>("sources", "all sources of a user or a team, without raw content"),
    method<node>("node", "a person, concept, entity, storyline or macro"),
    method<nodes>("nodes", "all nodes of a kind"),
    method<find_node>("find_node", "the node known by a name or an address"),
    method<set_owner>("set_owner", "say who the memories belong to", Effect::Writes),
    method<recall_sources>("recall_sources", "sources that state what is asked for"),
    method<recall_stories>("recall_stories", "storylines or macros that speak of what is asked"),
    method<drill_down>("drill_down", "what a node is made of, one level down"),
    method<traverse>("traverse", "relations from a node or memory, breadth first"),
    method<graph_counts>("graph_counts", "how many nodes of each kind"),
};

}  // namespace

std::span<const Method> graph_methods() {
  return kGraphMethods;
}

}  // namespace memfold::call
