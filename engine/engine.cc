#include "memfold/engine.h"

#include "engine/engine_impl.h"
#include "engine/fold/memory_shares.h"
#include "engine/fold/prepare.h"
#include "engine/guarded_models.h"
#include "engine/log/log_query.h"
#include "engine/recall/history.h"
#include "engine/recall/list.h"
#include "engine/recall/profile.h"
#include "engine/recall/time_travel.h"
#include "engine/records.h"
#include "engine/stats.h"

namespace memfold {
namespace {

/// Below zero a limit would reach into the future and let go of everything.
void require_limits(const EngineOptions& options) {
  if (options.log_retention_days >= 0 && options.review_max_age_days >= 0 &&
      options.review_max_pending >= 0 && options.slow_call_ms >= 0) {
    return;
  }
  throw Error(ErrorCode::InvalidArgument,
              "log_retention_days, review_max_age_days, review_max_pending and slow_call_ms must "
              "be 0 or more");
}

}  // namespace

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Engine Engine::open(const std::string& path, EngineOptions options) {
  options.models = completed(std::move(options.models), share_memory(options).readings);
  validate(options.decide);
  validate(options.lifecycle);
  validate(options.recall);
  validate(options.cells);
  validate(options.mapped);
  validate(options.graph);
  validate(options.queue);
  validate(options.limits);
  require_limits(options);
  if (!options.clock) options.clock = system_clock();
  return Engine(std::make_unique<Impl>(path, std::move(options)));
}

std::vector<Decision> Engine::fold(std::span<const Fact> facts, const FoldOptions& options) {
  if (!options.dry_run) impl_->require_writable("fold");
  impl_->require_embedder();
  if (options.decide) validate(*options.decide);
  const MeteredCall metered(impl_->meters, CallKind::Fold);
  std::vector<Decision> decisions;
  impl_->threads.run([&] { decisions = impl_->fold(facts, options); });
  impl_->facts_folded += facts.size();
  return decisions;
}

Explanation Engine::explain(const Fact& given) const {
  const MeteredCall metered(impl_->meters, CallKind::Explain);
  impl_->require_embedder();
  const Fact fact = impl_->named(given);
  const PreparedFact prepared =
      prepare(fact, impl_->options.clock(), impl_->options.models.embedder->dimension());
  if (!prepared.error.empty()) {
    throw Error(ErrorCode::InvalidArgument, "cannot explain this fact: " + prepared.error);
  }
  Explanation explanation;
  impl_->threads.help([&] {
    impl_->lanes.with_exclusive(fact.user, [&](Lane& lane) {
      explanation = explain_fact(impl_->context(), lane, prepared, fact);
      return true;
    });
  });
  return explanation;
}

std::vector<Hit> Engine::recall(const RecallQuery& given) const {
  const MeteredCall metered(impl_->meters, CallKind::Recall);
  const RecallQuery query = impl_->named(given);
  std::vector<Hit> hits = impl_->checked_recall(query);
  if (!query.count_use) return hits;
  std::vector<Recalled> counted;
  for (const Hit& hit : hits) counted.push_back({hit.memory.id, hit.score, impl_->options.clock()});
  impl_->count_recalls(query.user, counted);
  return hits;
}

MemoryPage Engine::list(const ListQuery& query) const {
  const MeteredCall metered(impl_->meters, CallKind::List);
  return list_memories(*impl_->store, impl_->named(query), impl_->options.clock());
}

Profile Engine::profile(const ProfileQuery& query) const {
  const MeteredCall metered(impl_->meters, CallKind::List);
  return read_profile(*impl_->store, impl_->named(query), impl_->options.clock());
}

Metrics Engine::metrics() const {
  return {impl_->meters.read(), impl_->facts_folded,           impl_->over_limit,
          impl_->lanes.slots(), impl_->lanes.resident_bytes(), impl_->lanes.mapped_bytes()};
}

std::vector<JobReport> Engine::maintain(const MaintainOptions& options) {
  impl_->require_writable("run maintenance");
  const MeteredCall metered(impl_->meters, CallKind::Maintain);
  impl_->write_all_recalls();
  std::vector<JobReport> reports;
  impl_->threads.help(
      [&] { reports = memfold::maintain(impl_->maintain_context(options.stop), options); });
  return reports;
}

void Engine::refresh() {
  if (!impl_->options.read_only) {
    throw Error(ErrorCode::Unsupported,
                "an engine that writes sees everything; only one that was "
                "opened read-only is refreshed");
  }
  Engine newer = open(impl_->store->path(), impl_->asked);
  std::swap(impl_, newer.impl_);
}

std::optional<Memory> Engine::current(std::string_view user, const Id& id) const {
  return current_version(*impl_->store, impl_->key(user), id);
}

std::optional<Memory> Engine::get(std::string_view user, const Id& id) const {
  return impl_->store->memory(impl_->key(user), id);
}

std::vector<Edge> Engine::edges_from(std::string_view user, const Id& id) const {
  return impl_->store->edges_from(impl_->key(user), id);
}

std::vector<Edge> Engine::edges_to(std::string_view user, const Id& id) const {
  return impl_->store->edges_to(impl_->key(user), id);
}

std::vector<VersionStep> Engine::history(std::string_view user, const Id& id) const {
  const MeteredCall metered(impl_->meters, CallKind::History);
  return read_history(*impl_->store, impl_->key(user), id);
}

std::optional<Memory> Engine::as_of(std::string_view user, const Id& id, const AsOf& when) const {
  return read_as_of(*impl_->store, impl_->own(user), id, when);
}

LogPage Engine::log(const LogQuery& query) const {
  const MeteredCall metered(impl_->meters, CallKind::Log);
  return read_log(*impl_->store, impl_->named(query));
}

DecisionStates Engine::states(std::string_view user, std::uint64_t sequence) const {
  return read_states(*impl_->store, impl_->own(user), sequence);
}

LogAnalytics Engine::log_analytics(const LogQuery& query) const {
  return analyse_log(*impl_->store, impl_->named(query));
}

Graph& Engine::graph() {
  return impl_->graph;
}

const Graph& Engine::graph() const {
  return impl_->graph;
}

Admin& Engine::admin() {
  return impl_->admin;
}

const Admin& Engine::admin() const {
  return impl_->admin;
}

Stats Engine::stats(std::string_view user) const {
  Stats stats;
  if (user.empty()) {
    impl_->store->scan_users([&](const storage::UserKey&, const storage::UserRecord& record) {
      if (!is_team(record.user)) add(stats, stats_of(record));
    });
    stats.rejected += impl_->unattributed;
  } else if (const auto record = impl_->store->user(impl_->key(user))) {
    stats = stats_of(*record);
  }
  stats.analyses = impl_->analyses;
  stats.kept_analyses = impl_->kept_analyses;
  stats.resident_bytes = impl_->lanes.resident_bytes();
  stats.mapped_bytes = impl_->lanes.mapped_bytes();
  stats.failed_files = impl_->store->failed_lane_files();
  stats.damaged_files = impl_->store->distrusted_lane_files();
  return stats;
}

std::vector<std::string> Engine::users() const {
  return user_names(*impl_->store);
}

std::string Engine::stored_user(std::string_view user) const {
  return impl_->own(user);
}

std::string Engine::checkpoint(std::string_view checkpoint_name) const {
  return impl_->store->checkpoint(checkpoint_name).value_or("");
}

StoredEmbedder Engine::embedder() const {
  const storage::StoreIdentity& own = impl_->store->identity();
  const auto& next = impl_->store->next_identity();
  return {own.embedder, own.dimension, Calibration(own.calibration),
          next ? next->embedder : std::string()};
}

const EngineOptions& Engine::options() const {
  return impl_->asked;
}

}  // namespace memfold
