#include "memfold/engine.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "engine/digest.h"
#include "engine/embed_facts.h"
#include "engine/export/graph_files.h"
#include "engine/export/jsonl.h"
#include "engine/fold.h"
#include "engine/forget.h"
#include "engine/graph/graph_impl.h"
#include "engine/history.h"
#include "engine/lanes.h"
#include "engine/log_query.h"
#include "engine/maintain.h"
#include "engine/parallel.h"
#include "engine/prepare.h"
#include "engine/recall.h"
#include "engine/recall_counts.h"
#include "engine/records.h"
#include "engine/reembed.h"
#include "engine/repair.h"
#include "engine/replay.h"
#include "engine/review_queue.h"
#include "engine/stale.h"
#include "engine/stats.h"
#include "engine/time_travel.h"
#include "engine/undo.h"
#include "storage/store.h"

namespace memfold {
namespace {

constexpr std::size_t kFactsPerTask = 64;

void require_models(const Models& models) {
  if (!models.embedder || !models.analyst || !models.guard || !models.summarizer ||
      !models.guard_analyst) {
    throw Error(ErrorCode::InvalidArgument,
                "EngineOptions::models is incomplete; start from builtin_models()");
  }
}

/// Below zero a limit would reach into the future and let go of everything.
void require_limits(const EngineOptions& options) {
  if (options.log_retention_days >= 0 && options.review_max_age_days >= 0 &&
      options.review_max_pending >= 0) {
    return;
  }
  throw Error(ErrorCode::InvalidArgument,
              "log_retention_days, review_max_age_days and review_max_pending must be 0 or more");
}

storage::StoreOptions store_options(const EngineOptions& options) {
  storage::StoreOptions store;
  if (!options.read_only || !options.any_embedder) {
    store.identity = identity_of(*options.models.embedder);
  }
  store.create_if_missing = options.create_if_missing;
  store.read_only = options.read_only;
  return store;
}

}  // namespace

struct Engine::Impl {
  EngineOptions options;
  std::unique_ptr<storage::Store> store;
  Threads threads;
  mutable Lanes lanes;
  mutable RecallCounts recalls;
  Graph graph;
  mutable std::atomic<std::uint64_t> analyses{0}, kept_analyses{0}, unattributed{0};

  Impl(const std::string& path, EngineOptions given)
      : options(std::move(given)),
        store(storage::Store::open(path, store_options(options))),
        threads(options.threads),
        lanes(*store, options.memory_budget),
        graph(graph_impl()) {}

  ~Impl() {
    try {
      write_all_recalls();
    } catch (...) {  // a failing store has told those who wrote to it; counts are no reason to end
    }
  }

  std::unique_ptr<Graph::Impl> graph_impl() {
    return std::make_unique<Graph::Impl>(Graph::Impl{
        {{*store, options}, lanes},
        [this](std::span<const Fact> facts, const FoldOptions& how) { return fold(facts, how); },
        [this](const std::function<void()>& body) { threads.run(body); },
        [this](const RecallQuery& query) { return checked_recall(query); },
        [this](std::string_view user, std::span<const Recalled> given) {
          count_recalls(user, given);
        },
        [this] { require_embedder(); }});
  }

  /// The user's lane and graph must be held.
  void write_recalls(std::string_view user) const {
    const std::vector<Recalled> taken = recalls.take(user);
    if (!taken.empty()) memfold::write_recalls(*store, options, user, taken);
  }

  void count_recalls(std::string_view user, std::span<const Recalled> given) const {
    if (options.read_only || given.empty() || !recalls.add(user, given)) return;
    lanes.with_locked(user, [&] { write_recalls(user); });
  }

  void write_all_recalls() const {
    for (const std::string& user : recalls.users()) {
      lanes.with_locked(user, [&] { write_recalls(user); });
    }
  }

  FoldContext context(const DecideOptions* decide = nullptr) const {
    return {*store, options, decide == nullptr ? options.decide : *decide};
  }

  void require_writable(const char* what) const {
    if (!options.read_only) return;
    throw Error(ErrorCode::Unsupported, std::string("cannot ") + what + ": the store at " +
                                            store->path() + " is open read-only");
  }

  /// Throws when the store was opened with whatever embedder it has and that is another one. Not
  /// found out on opening: an embedder may have to ask an endpoint who it is.
  void require_embedder() const {
    if (!options.any_embedder) return;
    const std::string mismatch = storage::describe_mismatch(store->path(), store->identity(),
                                                            identity_of(*options.models.embedder));
    if (!mismatch.empty()) throw Error(ErrorCode::Mismatch, mismatch);
  }

  std::vector<PreparedFact> prepare_all(std::span<const Fact> facts) const {
    std::vector<PreparedFact> prepared(facts.size());
    const int dimension = options.models.embedder->dimension();
    parallel_for((facts.size() + kFactsPerTask - 1) / kFactsPerTask, [&](std::size_t task) {
      const std::size_t end = std::min(facts.size(), (task + 1) * kFactsPerTask);
      for (std::size_t i = task * kFactsPerTask; i < end; ++i) {
        prepared[i] = prepare(facts[i], options.clock(), dimension);
      }
    });
    return prepared;
  }

  /// Facts by user, users in order of first appearance; those of no usable user are left out.
  static std::vector<LaneFacts> by_lane(std::span<const Fact> facts,
                                        std::span<const PreparedFact> prepared) {
    std::vector<LaneFacts> lanes;
    std::unordered_map<std::string_view, std::size_t> place;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (!prepared[i].fact_id) continue;
      const auto [entry, added] = place.emplace(facts[i].user, lanes.size());
      if (added) lanes.push_back({prepared, facts, {}});
      lanes[entry->second].indices.push_back(i);
    }
    return lanes;
  }

  std::vector<Decision> fold(std::span<const Fact> facts, const FoldOptions& fold_options) {
    const std::vector<PreparedFact> prepared = prepare_all(facts);
    std::vector<Decision> decisions(facts.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (prepared[i].fact_id) continue;
      decisions[i] = rejection(facts[i], prepared[i], fold_options, options.clock());
      ++unattributed;
    }
    const std::vector<LaneFacts> work = by_lane(facts, prepared);
    const bool has_checkpoint = !fold_options.checkpoint_name.empty() && !fold_options.dry_run;
    const bool lane_carries_checkpoint = has_checkpoint && work.size() == 1;
    parallel_for(work.size(), [&](std::size_t i) {
      const std::string& user = facts[work[i].indices.front()].user;
      if (!fold_options.dry_run && recalls.has(user)) {
        lanes.with_locked(user, [&] { write_recalls(user); });
      }
      lanes.with_exclusive(user, [&](Lane& lane) {
        const ComparisonCounts counts =
            fold_lane(context(fold_options.decide ? &*fold_options.decide : nullptr), lane, work[i],
                      fold_options, lane_carries_checkpoint, decisions);
        analyses += counts.made;
        kept_analyses += counts.kept;
        return !fold_options.dry_run;  // a dry run leaves the lane ahead of the store
      });
    });
    if (has_checkpoint && !lane_carries_checkpoint) commit_checkpoint(fold_options);
    if (options.durability == Durability::Sync && !fold_options.dry_run) store->sync();
    return decisions;
  }

  void commit_checkpoint(const FoldOptions& fold_options) {
    storage::CommitBatch batch("");
    batch.put_checkpoint(fold_options.checkpoint_name, fold_options.checkpoint_value);
    store->commit(std::move(batch));
  }

  /// Counts nothing.
  std::vector<Hit> checked_recall(const RecallQuery& query) const {
    check(query, options.models);
    if (query.by != RecallBy::Words) require_embedder();
    return recall(query);
  }

  std::vector<Hit> recall(const RecallQuery& query) const {
    std::vector<Hit> hits;
    if (query.as_of || query.valid_at) {
      lanes.with_held(query.user, [&] { hits = recall_past(*store, options, query); });
      return hits;
    }
    const bool needs_words = query.by != RecallBy::Vector && options.models.tokenizer;
    lanes.with_shared(
        query.user,
        [&](Lane& lane) {
          if (needs_words) lane.load_words(*store, options.models.tokenizer, options.recall);
        },
        [&](const Lane& lane) { hits = recall_current(*store, lane, options, query); });
    return hits;
  }

  AmendContext amend_context() const { return {*store, options}; }

  /// Runs work(AmendContext) alone for this user; what is loaded of the lane is thrown away.
  template <typename Work>
  auto amend(std::string_view user, const char* what, const Work& work) {
    require_writable(what);
    std::optional<decltype(work(amend_context()))> result;
    lanes.with_unloaded(user, [&] {
      write_recalls(user);
      result = work(amend_context());
      return true;
    });
    return std::move(*result);
  }

  MaintainContext maintain_context() const { return {*store, options, lanes}; }
};

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Engine Engine::open(const std::string& path, EngineOptions options) {
  require_models(options.models);
  validate(options.decide);
  validate(options.lifecycle);
  validate(options.recall);
  validate(options.graph);
  validate(options.queue);
  require_limits(options);
  if (!options.clock) options.clock = system_clock();
  return Engine(std::make_unique<Impl>(path, std::move(options)));
}

ReembedReport Engine::reembed(const std::string& path, const EngineOptions& options,
                              const ReembedOptions& reembed_options) {
  if (!options.models.embedder) {
    throw Error(ErrorCode::InvalidArgument, "reembed: EngineOptions::models has no embedder");
  }
  storage::StoreOptions store_options;
  store_options.create_if_missing = false;
  const auto store = storage::Store::open(path, store_options);
  ReembedReport report;
  Threads(options.threads).run([&] {
    report = reembed_store(*store, *options.models.embedder, reembed_options);
  });
  return report;
}

std::vector<Decision> Engine::fold(std::span<const Fact> facts, const FoldOptions& options) {
  if (!options.dry_run) impl_->require_writable("fold");
  impl_->require_embedder();
  if (options.decide) validate(*options.decide);
  std::vector<Decision> decisions;
  impl_->threads.run([&] { decisions = impl_->fold(facts, options); });
  return decisions;
}

Explanation Engine::explain(const Fact& fact) const {
  impl_->require_embedder();
  const PreparedFact prepared =
      prepare(fact, impl_->options.clock(), impl_->options.models.embedder->dimension());
  if (!prepared.error.empty()) {
    throw Error(ErrorCode::InvalidArgument, "cannot explain this fact: " + prepared.error);
  }
  Explanation explanation;
  impl_->lanes.with_exclusive(fact.user, [&](Lane& lane) {
    explanation = explain_fact(impl_->context(), lane, prepared, fact);
    return true;
  });
  return explanation;
}

std::vector<Hit> Engine::recall(const RecallQuery& query) const {
  std::vector<Hit> hits = impl_->checked_recall(query);
  if (query.peek) return hits;
  std::vector<Recalled> given;
  for (const Hit& hit : hits) given.push_back({hit.memory.id, hit.score, impl_->options.clock()});
  impl_->count_recalls(query.user, given);
  return hits;
}

std::optional<Memory> Engine::get(std::string_view user, const Id& id) const {
  return impl_->store->memory(storage::user_key(user), id);
}

std::vector<Edge> Engine::edges_from(std::string_view user, const Id& id) const {
  return impl_->store->edges_from(storage::user_key(user), id);
}

std::vector<Edge> Engine::edges_to(std::string_view user, const Id& id) const {
  return impl_->store->edges_to(storage::user_key(user), id);
}

std::vector<VersionStep> Engine::history(std::string_view user, const Id& id) const {
  return read_history(*impl_->store, storage::user_key(user), id);
}

std::optional<Memory> Engine::as_of(std::string_view user, const Id& id, const AsOf& when) const {
  return read_as_of(*impl_->store, user, id, when);
}

LogPage Engine::log(const LogQuery& query) const {
  return read_log(*impl_->store, query);
}

LogAnalytics Engine::log_analytics(const LogQuery& query) const {
  return analyse_log(*impl_->store, query);
}

std::vector<Forgotten> Engine::find_forgettable(const ForgetQuery& query) const {
  return find_chains(*impl_->store, query);
}

ForgetReport Engine::forget(const ForgetQuery& query, const ForgetOptions& options) {
  return impl_->amend(query.user, "forget", [&](const AmendContext& context) {
    return forget_chains(context, query, options);
  });
}

Decision Engine::restore(std::string_view user, const Id& id) {
  return impl_->amend(user, "restore", [&](const AmendContext& context) {
    return restore_chain(context, user, id);
  });
}

ForgetReport Engine::purge(std::string_view user, Time before, bool prove) {
  return impl_->amend(user, "purge", [&](const AmendContext& context) {
    return purge_deleted(context, user, before, prove);
  });
}

std::vector<Decision> Engine::undo(std::string_view user, std::uint64_t sequence,
                                   const UndoOptions& options) {
  return impl_->amend(user, "undo", [&](const AmendContext& context) {
    return undo_decision(context, user, sequence, options);
  });
}

std::vector<Review> Engine::reviews(const ReviewQuery& query) const {
  return read_reviews(*impl_->store, query);
}

Review Engine::review(std::string_view user, std::uint64_t sequence) const {
  return read_review(*impl_->store, user, sequence);
}

Decision Engine::settle_review(std::string_view user, std::uint64_t sequence,
                               const ReviewAnswer& answer) {
  return impl_->amend(user, "settle a review", [&](const AmendContext& context) {
    return memfold::settle_review(context, user, sequence, answer);
  });
}

std::vector<StaleMemory> Engine::stale(std::string_view user) const {
  return find_stale(*impl_->store, user);
}

RepairReport Engine::repair() {
  impl_->require_writable("repair");
  RepairReport report;
  report.problems = verify().problems;
  if (report.problems.empty()) return report;
  for (const std::string& user : users()) {
    impl_->lanes.discard(user);
    report.rebuilt += rebuild_derived(*impl_->store, user);
  }
  report.remaining = verify().problems;
  return report;
}

ReplayReport Engine::replay(const ReplayQuery& query) const {
  return replay_log(impl_->amend_context(), query);
}

RetentionReport Engine::apply_retention() {
  impl_->require_writable("apply retention");
  return memfold::apply_retention(impl_->maintain_context());
}

std::vector<JobReport> Engine::maintain(const MaintainOptions& options) {
  impl_->require_writable("run maintenance");
  impl_->write_all_recalls();
  return memfold::maintain(impl_->maintain_context(), options);
}

Graph& Engine::graph() {
  return impl_->graph;
}

const Graph& Engine::graph() const {
  return impl_->graph;
}

Stats Engine::stats(std::string_view user) const {
  Stats stats;
  if (user.empty()) {
    impl_->store->scan_users([&](const storage::UserKey&, const storage::UserRecord& record) {
      if (!is_team(record.user)) add(stats, stats_of(record));
    });
    stats.rejected += impl_->unattributed;
  } else if (const auto record = impl_->store->user(storage::user_key(user))) {
    stats = stats_of(*record);
  }
  stats.analyses = impl_->analyses;
  stats.kept_analyses = impl_->kept_analyses;
  stats.resident_bytes = impl_->lanes.resident_bytes();
  return stats;
}

std::vector<std::string> Engine::users() const {
  return user_names(*impl_->store);
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

std::string Engine::digest() const {
  impl_->write_all_recalls();
  return digest_store(*impl_->store);
}

VerifyReport Engine::verify() const {
  impl_->write_all_recalls();
  return verify_store(*impl_->store);
}

ExportReport Engine::export_jsonl(std::ostream& out, const ExportOptions& options) const {
  impl_->write_all_recalls();
  return exporting::export_jsonl(*impl_->store, impl_->lanes, out, options);
}

ExportReport Engine::export_graphml(std::ostream& out, const ExportOptions& options) const {
  impl_->write_all_recalls();
  return exporting::export_graphml(*impl_->store, impl_->lanes, out, options);
}

ExportReport Engine::export_neo4j(const std::string& directory,
                                  const ExportOptions& options) const {
  impl_->write_all_recalls();
  return exporting::export_neo4j(*impl_->store, impl_->lanes, directory, options);
}

ImportReport Engine::import_jsonl(std::istream& in, const ImportOptions& options) {
  impl_->require_writable("import");
  return exporting::import_jsonl(*impl_->store, impl_->lanes, in, options);
}

std::vector<std::string> Engine::unfinished_imports() const {
  return impl_->store->unfinished_imports();
}

void Engine::drop_unfinished_imports() {
  impl_->require_writable("drop an import");
  impl_->store->drop_imports();
}

const EngineOptions& Engine::options() const {
  return impl_->options;
}

}  // namespace memfold
