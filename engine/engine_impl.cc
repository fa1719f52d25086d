#include "engine/engine_impl.h"

#include <algorithm>
#include <unordered_map>

#include "core/tell.h"
#include "engine/amend/erasures.h"
#include "engine/fold/embed_facts.h"
#include "engine/fold/lane_file.h"
#include "engine/fold/memory_shares.h"
#include "engine/fold/prepare.h"
#include "engine/guarded_models.h"
#include "engine/maintain/reembed.h"
#include "engine/recall/recall.h"
#include "engine/user_name.h"

namespace memfold {
namespace {

constexpr std::size_t kFactsPerTask = 64;
/// Statements that are read for their words when the engine closes, at most: half a second.
constexpr std::size_t kWordsAtClosing = 32'768;

storage::StoreOptions store_options(const EngineOptions& options) {
  storage::StoreOptions store;
  if (!options.read_only || !options.any_embedder) {
    store.identity = identity_of(*options.models.embedder);
  }
  store.create_if_missing = options.create_if_missing;
  store.read_only = options.read_only;
  const MemoryShares shares = share_memory(options);
  store.memtable_bytes = shares.memtables;
  store.block_cache_bytes = shares.blocks;
  store.log = options.log;
  return store;
}

EngineOptions with_guards(EngineOptions options) {
  options.models = guarded(std::move(options.models), options.log);
  return options;
}

/// The store, as these options want it. One made with the built-in Embedder of before goes on with
/// that where the host chose no other, and then both name it; `options` are `asked` with guards.
std::unique_ptr<storage::Store> open_store(const std::string& path, EngineOptions& asked,
                                           EngineOptions& options) {
  const auto opened = [&](const EngineOptions& with) {
    auto store = storage::Store::open(path, store_options(with));
    if (store->identity().embedder == ngram_embedder()->name() &&
        asked.models.embedder == builtin_embedder()) {
      asked.models.embedder = ngram_embedder();
      options = with_guards(asked);
    }
    return store;
  };
  try {
    return opened(options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Mismatch || asked.models.embedder != builtin_embedder()) throw;
    EngineOptions before = asked;
    before.models.embedder = ngram_embedder();
    before.create_if_missing = false;
    try {
      return opened(with_guards(before));
    } catch (const Error&) {  // it is not that either
    }
    throw;
  }
}

std::vector<PreparedFact> prepare_all(const EngineOptions& options, std::span<const Fact> facts) {
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
std::vector<LaneFacts> by_lane(std::span<const Fact> facts,
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

}  // namespace

Engine::Impl::Impl(const std::string& path, EngineOptions host_options)
    : asked(std::move(host_options)),
      options(with_guards(asked)),
      store(open_store(path, asked, options)),
      threads(options.threads),
      meters({options.log, options.slow_call_ms}),
      lanes(*store, share_memory(options).lanes),
      graph(graph_impl()),
      admin(std::make_unique<Admin::Impl>(*this)) {
  if (!options.read_only) finished_erasures = finish_erasures(*store);
  tell_of_opening();
}

void Engine::Impl::tell_of_opening() const {
  const FinishedErasures& finished = finished_erasures;
  if (!finished.erasures.empty()) {
    tell(options.log, LogLevel::Warning, "erasure_finished",
         "an erasure that was cut short was finished as the store was opened",
         {{"erasures", std::to_string(finished.erasures.size())},
          {"files_with_traces", std::to_string(finished.traces.size())}});
  }
  const std::size_t imports = store->unfinished_imports().size();
  if (imports > 0) {
    tell(options.log, LogLevel::Warning, "import_unfinished",
         "an import was cut short: the next one, or drop_unfinished_imports(), drops what there is",
         {{"users", std::to_string(imports)}});
  }
}

Engine::Impl::~Impl() {
  try {
    write_all_recalls();
    if (options.read_only) return;
    threads.help([&] { file_lanes(); });
  } catch (const std::exception& error) {  // counts are no reason to end the process
    tell(options.log, LogLevel::Warning, "closing_failed",
         "counts of use, or mapped files, could not be written as the store was closed",
         {{"cause", error.what()}});
  } catch (...) {
  }
}

/// Where only few statements are to be read for their words, they are: whoever folded is about to
/// ask.
void Engine::Impl::file_lanes() {
  std::size_t left = kWordsAtClosing;
  lanes.each_loaded([&](Lane& lane) {
    const bool filed = is_filed(lane, options.mapped);
    const std::size_t unread = lane.features().size() - lane.known_words();
    if (options.models.tokenizer && filed && unread <= left) {
      lane.load_words(*store, options.models.tokenizer, options.recall);
      left -= unread;
    }
    file_lane(*store, lane, options.mapped, Behind::Little);
  });
}

std::unique_ptr<Graph::Impl> Engine::Impl::graph_impl() {
  return std::make_unique<Graph::Impl>(Graph::Impl{
      {{*store, options}, lanes},
      [this](std::span<const Fact> facts, const FoldOptions& how) { return fold(facts, how); },
      [this](const std::function<void()>& body) { threads.run(body); },
      [this](const std::function<void()>& body) { threads.help(body); },
      [this](const RecallQuery& query) { return checked_recall(query); },
      [this](std::string_view user, std::span<const Recalled> given) {
        count_recalls(user, given);
      },
      [this] { require_embedder(); }});
}

std::string Engine::Impl::own(std::string_view user) const {
  return stored_name(*store, user);
}

void Engine::Impl::write_recalls(std::string_view user) const {
  const std::vector<Recalled> taken = recalls.take(user);
  if (!taken.empty()) memfold::write_recalls(*store, options, user, taken);
}

void Engine::Impl::count_recalls(std::string_view user, std::span<const Recalled> given) const {
  if (options.read_only || given.empty() || !recalls.add(user, given)) return;
  lanes.try_with_locked(user, [&] { write_recalls(user); });  // whoever folds writes them next time
}

void Engine::Impl::write_all_recalls() const {
  for (const std::string& user : recalls.users()) {
    lanes.with_locked(user, [&] { write_recalls(user); });
  }
}

void Engine::Impl::require_writable(const char* what) const {
  if (!options.read_only) return;
  throw Error(ErrorCode::Unsupported, std::string("cannot ") + what + ": the store at " +
                                          store->path() + " is open read-only");
}

void Engine::Impl::require_embedder() const {
  if (!options.any_embedder) return;
  const std::string mismatch = storage::describe_mismatch(store->path(), store->identity(),
                                                          identity_of(*options.models.embedder));
  if (!mismatch.empty()) throw Error(ErrorCode::Mismatch, mismatch);
}

const Embedder* Engine::Impl::fitting_embedder() const try {
  require_embedder();
  return options.models.embedder.get();
} catch (const Error&) {
  return nullptr;
}

std::vector<Decision> Engine::Impl::fold(std::span<const Fact> given,
                                         const FoldOptions& fold_options) {
  std::vector<Fact> renamed;
  const std::span<const Fact> facts = under_stored_names(*store, given, renamed);
  const std::vector<PreparedFact> prepared = prepare_all(options, facts);
  std::vector<Decision> decisions(facts.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (prepared[i].fact_id) continue;
    decisions[i] = rejection(facts[i], prepared[i], fold_options, options.clock());
    ++unattributed;
  }
  std::vector<LaneFacts> work = by_lane(facts, prepared);
  const bool has_checkpoint = !fold_options.checkpoint_name.empty() && !fold_options.dry_run;
  const bool lane_carries_checkpoint = has_checkpoint && work.size() == 1;
  parallel_for(work.size(), [&](std::size_t i) {
    const std::string& user = facts[work[i].indices.front()].user;
    if (!fold_options.dry_run && recalls.has(user)) {
      lanes.with_locked(user, [&] { write_recalls(user); });
    }
    lanes.with_access(user, [&](Lane& lane, LaneAccess& access) {
      const ComparisonCounts counts =
          fold_lane(context(fold_options.decide ? &*fold_options.decide : nullptr), lane, access,
                    work[i], fold_options, lane_carries_checkpoint, decisions);
      analyses += counts.made;
      kept_analyses += counts.kept;
      if (!fold_options.dry_run) file_lane(*store, lane, options.mapped, Behind::Far, &access);
      return !fold_options.dry_run;  // a dry run leaves the lane ahead of the store
    });
  });
  if (has_checkpoint && !lane_carries_checkpoint) commit_checkpoint(fold_options);
  if (options.durability == Durability::Sync && !fold_options.dry_run) store->sync();
  if (!fold_options.dry_run) count_over_limit(decisions);
  return decisions;
}

void Engine::Impl::count_over_limit(std::span<const Decision> decisions) {
  const auto refused = std::ranges::count(decisions, true, &Decision::over_limit);
  if (refused == 0) return;
  over_limit += std::uint64_t(refused);
  tell(options.log, LogLevel::Warning, "limit_reached",
       "facts were refused: their users have as many memories as limits.max_memories allows",
       {{"facts", std::to_string(refused)},
        {"max_memories", std::to_string(options.limits.max_memories)}});
}

void Engine::Impl::commit_checkpoint(const FoldOptions& fold_options) {
  storage::CommitBatch batch("");
  batch.put_checkpoint(fold_options.checkpoint_name, fold_options.checkpoint_value);
  store->commit(std::move(batch));
}

std::vector<Hit> Engine::Impl::checked_recall(const RecallQuery& query) const {
  check(query, options.models);
  if (query.by != RecallBy::Words) require_embedder();
  std::vector<Hit> hits;
  threads.help([&] { hits = recall(query); });
  return hits;
}

std::vector<Hit> Engine::Impl::recall(const RecallQuery& query) const {
  std::vector<Hit> hits;
  if (query.as_of || query.valid_at) {
    lanes.with_held(query.user, [&] { hits = recall_past(*store, options, query); });
    return hits;
  }
  const bool needs_words = query.by != RecallBy::Vector && options.models.tokenizer;
  lanes.with_shared(
      query.user, [&](const Lane& lane) { return !needs_words || lane.words() != nullptr; },
      [&](Lane& lane) {
        if (needs_words) lane.load_words(*store, options.models.tokenizer, options.recall);
      },
      [&](Lane& lane) {
        if (!options.read_only) file_lane(*store, lane, options.mapped, Behind::Far);
      },
      [&](const Lane& lane) { hits = recall_current(*store, lane, options, query); });
  return hits;
}

}  // namespace memfold
