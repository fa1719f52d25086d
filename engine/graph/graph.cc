#include "memfold/graph.h"

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

#include "core/name_forms.h"
#include "core/text.h"
#include "engine/graph/find_node.h"
#include "engine/graph/graph_batch.h"
#include "engine/graph/graph_impl.h"
#include "engine/graph/notes.h"
#include "engine/graph/queue.h"
#include "engine/graph/recall_stories.h"
#include "engine/graph/veil.h"
#include "engine/user_name.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using graph::GraphBatch;

constexpr int kMaxDepth = 16;

void require_user(std::string_view user, const char* what) {
  if (!user.empty() && user.size() <= kMaxUserBytes) return;
  throw Error(ErrorCode::InvalidArgument, std::string(what) + ": user is missing or too long");
}

std::vector<Edge> all_edges(const storage::Store& store, const storage::UserKey& user,
                            storage::EdgeEnd end, const Id& id) {
  std::vector<Edge> edges = store.graph_edges(user, end, id);
  std::vector<Edge> between_memories =
      end == storage::EdgeEnd::From ? store.edges_from(user, id) : store.edges_to(user, id);
  std::move(between_memories.begin(), between_memories.end(), std::back_inserter(edges));
  return edges;
}

}  // namespace

void Graph::Impl::require_writable(const char* what) const {
  if (!context.options.read_only) return;
  throw Error(ErrorCode::Unsupported, std::string("cannot ") + what + ": the store at " +
                                          context.store.path() + " is open read-only");
}

std::string Graph::Impl::own(std::string_view user) const {
  return stored_name(context.store, user);
}

std::optional<Node> Graph::Impl::shown(const storage::UserKey& user, const Id& id) const {
  return graph::Veil(context.store, user).shown(context.store.node(user, id));
}

Graph::Graph(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Graph::~Graph() = default;

SourceReceipt Graph::add_source(Source source) {
  impl_->require_writable("add a source");
  source.user = impl_->own(source.user);
  source.team = stored_team(impl_->context.store, source.team);
  return graph::add_source(impl_->context, std::move(source));
}

namespace {

/// A user's name or a team's.
std::string stored_owner(const storage::Store& store, std::string_view owner) {
  const std::string user = stored_name(store, owner);
  return store.user(storage::user_key(user)) ? user : stored_team(store, owner);
}

}  // namespace

WorkReport Graph::work(const WorkOptions& options) {
  impl_->require_writable("work on sources");
  WorkReport report;
  WorkOptions named = options;
  if (!named.owner.empty()) named.owner = stored_owner(impl_->context.store, named.owner);
  impl_->in_arena([&] { report = graph::work(impl_->context, impl_->fold, named); });
  return report;
}

std::vector<SourceJob> Graph::jobs(std::string_view owner) const {
  return graph::jobs(impl_->context.store, stored_owner(impl_->context.store, owner));
}

void Graph::retry(std::string_view owner, const Id& job) {
  impl_->require_writable("retry a job");
  graph::retry(impl_->context, stored_owner(impl_->context.store, owner), job);
}

std::uint64_t Graph::extract_for(std::string_view user, std::string_view team,
                                 std::span<const Id> sources) {
  impl_->require_writable("queue an extraction");
  require_user(user, "extract_for");
  return graph::extract_for(impl_->context, impl_->own(user),
                            stored_team(impl_->context.store, team), sources);
}

namespace {

void require_one_user(std::span<const ExtractedSource> sources, const char* what) {
  for (const ExtractedSource& source : sources) {
    require_user(source.source.user, what);
    if (source.source.user == sources.front().source.user) continue;
    throw Error(ErrorCode::InvalidArgument,
                std::string(what) + ": the sources are of several users");
  }
}

/// The sources of one user under the name the store has; in `copies`, where it is another.
std::span<const ExtractedSource> under_stored_name(const storage::Store& store,
                                                   std::span<const ExtractedSource> sources,
                                                   std::vector<ExtractedSource>& copies) {
  if (sources.empty()) return sources;
  const std::string& given = sources.front().source.user;
  const std::string name = stored_name(store, given);
  if (name == given) return sources;
  copies.assign(sources.begin(), sources.end());
  for (ExtractedSource& copy : copies) {
    Source& source = copy.source;
    const bool derived = source.id == source_id_of(given, source.team, source.source_id);
    source.user = name;
    if (derived) source.id = source_id_of(name, source.team, source.source_id);
  }
  return copies;
}

}  // namespace

FoldedSources Graph::fold_sources(std::span<const ExtractedSource> given,
                                  const FoldOptions& options) {
  if (!options.dry_run) impl_->require_writable("fold sources");
  require_one_user(given, "fold_sources");
  std::vector<ExtractedSource> copies;
  const auto sources = under_stored_name(impl_->context.store, given, copies);
  FoldedSources folded;
  impl_->in_arena(
      [&] { folded = graph::fold_sources(impl_->context, impl_->fold, sources, options); });
  return folded;
}

std::uint64_t Graph::connect(std::span<const ExtractedSource> given,
                             std::span<const Decision> decisions, const FoldOptions& options) {
  impl_->require_writable("connect sources");
  require_one_user(given, "connect");
  std::vector<ExtractedSource> copies;
  const auto sources = under_stored_name(impl_->context.store, given, copies);
  std::size_t facts = 0;
  for (const ExtractedSource& source : sources) facts += source.facts.size();
  if (facts != decisions.size()) {
    throw Error(ErrorCode::InvalidArgument, "connect: the sources have " + std::to_string(facts) +
                                                " facts, but there are " +
                                                std::to_string(decisions.size()) + " decisions");
  }
  if (sources.empty()) {
    impl_->fold({}, options);  // writes the checkpoint
    return 0;
  }
  std::uint64_t connected = 0;
  impl_->in_arena(
      [&] { connected = graph::connect_sources(impl_->context, sources, decisions, options); });
  return connected;
}

namespace {

std::optional<Source> read_source(const storage::Store& store, const std::string& owner,
                                  const Id& id, bool with_raw) {
  const storage::UserKey key = storage::user_key(owner);
  std::optional<Source> source = store.source(key, id);
  if (source) source = graph::Veil(store, key).shown(std::move(*source));
  if (source && with_raw) source->raw = store.raw_source(key, id).value_or("");
  return source;
}

std::vector<Source> read_sources(const storage::Store& store, const std::string& owner) {
  std::vector<Source> found;
  const storage::UserKey key = storage::user_key(owner);
  graph::Veil veil(store, key);
  store.scan_sources(key, [&](const Source& source) { found.push_back(veil.shown(source)); });
  return found;
}

}  // namespace

std::optional<Source> Graph::source(std::string_view user, const Id& id, bool with_raw) const {
  return read_source(impl_->context.store, impl_->own(user), id, with_raw);
}

std::optional<Source> Graph::team_source(std::string_view team, const Id& id, bool with_raw) const {
  const storage::Store& store = impl_->context.store;
  return read_source(store, graph::owner_of_team(stored_team(store, team)), id, with_raw);
}

std::vector<Source> Graph::sources(std::string_view user) const {
  return read_sources(impl_->context.store, impl_->own(user));
}

std::vector<Source> Graph::team_sources(std::string_view team) const {
  const storage::Store& store = impl_->context.store;
  return read_sources(store, graph::owner_of_team(stored_team(store, team)));
}

std::optional<Node> Graph::node(std::string_view user, const Id& id) const {
  return impl_->shown(impl_->key(user), id);
}

std::vector<Node> Graph::nodes(std::string_view user, NodeKind kind) const {
  std::vector<Node> found;
  const storage::UserKey key = impl_->key(user);
  graph::Veil veil(impl_->context.store, key);
  impl_->context.store.scan_nodes(key, [&](const Node& node) {
    if (node.kind == kind) found.push_back(veil.shown(node));
  });
  return found;
}

std::optional<Node> Graph::find(std::string_view user, NodeKind kind, std::string_view name,
                                std::string_view type) const {
  const storage::UserKey key = impl_->key(user);
  const std::optional<Id> id = graph::find_node(impl_->context.store, key, kind, name, type);
  return id ? impl_->shown(key, *id) : std::nullopt;
}

std::vector<Edge> Graph::edges_from(std::string_view user, const Id& id) const {
  return all_edges(impl_->context.store, impl_->key(user), storage::EdgeEnd::From, id);
}

std::vector<Edge> Graph::edges_to(std::string_view user, const Id& id) const {
  return all_edges(impl_->context.store, impl_->key(user), storage::EdgeEnd::To, id);
}

namespace {

/// From now on somebody like others, in use until today.
void step_down(Node& person, Time now) {
  person.is_owner = false;
  person.ttl_policy = TtlPolicy::Decay;
  person.last_accessed_at = std::max(person.last_accessed_at.value_or(now), now);
  person.updated_at = now;
}

}  // namespace

Node Graph::set_owner(std::string_view given, const OwnerProfile& profile) {
  impl_->require_writable("set the owner");
  require_user(given, "set_owner");
  const std::string user = impl_->own(given);
  const std::string name = canonical_person(to_nfc(to_valid_utf8(profile.name)));
  if (name.empty()) throw Error(ErrorCode::InvalidArgument, "set_owner: the name is empty");
  const Time now = impl_->context.options.clock();
  Node owner;
  impl_->context.lanes.with_locked(user, [&] {
    GraphBatch batch(impl_->context, user);
    const std::vector<std::string> keys =
        match_keys(NodeKind::Person, profile.name, {}, profile.addresses);
    const std::optional<Id> known = batch.find_name({NodeKind::Person}, keys);
    for (const Node& person : nodes(user, NodeKind::Person)) {
      if (person.is_owner && person.id != known) step_down(batch.change(person.id), now);
    }
    Id id = derive_id(user, "person//" + name);
    if (known) {
      id = *known;
    } else {
      Node node;
      node.id = id;
      node.kind = NodeKind::Person;
      node.name = name;
      node.created_at = now;
      batch.add(std::move(node));
    }
    Node& node = batch.change(id);
    node.title = collapse_spaces(to_nfc(to_valid_utf8(profile.name)));
    for (const std::string& address : profile.addresses) {
      node.aliases.push_back(normalise_key(address));
    }
    std::sort(node.aliases.begin(), node.aliases.end());
    node.aliases.erase(std::unique(node.aliases.begin(), node.aliases.end()), node.aliases.end());
    node.is_owner = true;
    node.confidence = 1;
    node.salience = 1;
    node.state = MemoryState::Core;
    node.ttl_policy = TtlPolicy::KeepForever;
    node.updated_at = now;
    batch.file_names({NodeKind::Person}, id, keys);
    batch.commit();
    owner = *impl_->shown(batch.key(), id);
  });
  impl_->context.store.sync();
  return owner;
}

Node Graph::add_note(std::string_view given, const Id& node, Note note) {
  impl_->require_writable("add a note");
  const std::string user = impl_->own(given);
  if (note.text.empty() == !note.memory || note.text.size() > kMaxContentBytes) {
    throw Error(ErrorCode::InvalidArgument, "add_note: a note has a text (of at most " +
                                                std::to_string(kMaxContentBytes) +
                                                " bytes) or names a memory");
  }
  Node noted;
  impl_->context.lanes.with_locked(user, [&] {
    GraphBatch batch(impl_->context, user);
    note.text = to_nfc(to_valid_utf8(note.text));
    Node& changed = batch.change(node);
    if (note.date_added == Time{}) note.date_added = impl_->context.options.clock();
    changed.updated_at = impl_->context.options.clock();
    graph::insert_note(changed, std::move(note), impl_->context.options.graph);
    batch.commit();
    noted = *impl_->shown(batch.key(), node);
  });
  impl_->context.store.sync();
  return noted;
}

template <typename Hits>
void Graph::Impl::count(std::string_view user, const Hits& hits) const {
  std::vector<Recalled> given;
  const Time now = context.options.clock();
  for (const auto& hit : hits) given.push_back({hit.node.id, hit.score, now});
  count_recalls(user, given);
}

std::vector<StoryHit> Graph::recall(const StoryQuery& given) const {
  require_user(given.user, "recall");
  impl_->require_embedder();
  StoryQuery query = given;
  query.user = impl_->own(given.user);
  std::vector<StoryHit> hits;
  impl_->helped([&] { hits = graph::recall_stories(impl_->context, query); });
  if (query.count_use) impl_->count(query.user, hits);
  return hits;
}

std::vector<SourceHit> Graph::recall_sources(const RecallQuery& given) const {
  require_user(given.user, "recall");
  RecallQuery query = given;
  query.user = impl_->own(given.user);
  std::vector<SourceHit> hits =
      graph::recall_sources(impl_->context, query, impl_->recall_memories);
  if (query.count_use) impl_->count(query.user, hits);
  return hits;
}

std::vector<Edge> Graph::drill_down(std::string_view user, const Id& id) const {
  return graph::drill_down(impl_->context.store, impl_->key(user), id);
}

std::vector<GraphStep> Graph::traverse(const TraverseQuery& query) const {
  if (query.depth < 1 || query.depth > kMaxDepth) {
    throw Error(ErrorCode::InvalidArgument,
                "traverse: depth must lie in 1.." + std::to_string(kMaxDepth));
  }
  const storage::Store& store = impl_->context.store;
  const storage::UserKey key = impl_->key(query.user);
  if (!store.node(key, query.start) && !store.memory(key, query.start)) {
    throw Error(ErrorCode::NotFound,
                "user " + query.user + " has no node or memory " + to_string(query.start));
  }
  const auto is_wanted = [&](const Edge& edge) {
    return query.types.empty() ||
           std::find(query.types.begin(), query.types.end(), edge.type) != query.types.end();
  };
  std::vector<GraphStep> steps;
  std::set<Id> reached = {query.start};
  std::set<std::tuple<Id, EdgeType, Id>> walked;
  std::deque<std::pair<Id, int>> waiting = {{query.start, 0}};
  while (!waiting.empty()) {
    const auto [id, depth] = waiting.front();
    waiting.pop_front();
    if (depth == query.depth) continue;
    for (const storage::EdgeEnd end : {storage::EdgeEnd::From, storage::EdgeEnd::To}) {
      for (const Edge& edge : all_edges(store, key, end, id)) {
        if (!is_wanted(edge) || !walked.insert({edge.from, edge.type, edge.to}).second) continue;
        if (steps.size() == query.limit) return steps;
        steps.push_back({edge, depth + 1});
        const Id& other = edge.from == id ? edge.to : edge.from;
        if (reached.insert(other).second) waiting.emplace_back(other, depth + 1);
      }
    }
  }
  return steps;
}

GraphCounts Graph::counts(std::string_view user) const {
  GraphCounts counts;
  const storage::UserKey key = impl_->key(user);
  impl_->context.store.scan_nodes(
      key, [&](const Node& node) { ++counts.nodes[std::size_t(node.kind)]; });
  impl_->context.store.scan_sources(key, [&](const Source&) { ++counts.sources; });
  return counts;
}

}  // namespace memfold
