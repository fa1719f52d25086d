// Inside of Engine: what its members share. They lie in several files, by subject: engine.cc opens,
// folds and asks, engine_amend.cc changes what is stored, admin.cc tends and copies all of it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/call_meter.h"
#include "engine/fold/fold.h"
#include "engine/fold/lanes.h"
#include "engine/graph/graph_impl.h"
#include "engine/maintain/maintain.h"
#include "engine/parallel.h"
#include "engine/recall/recall_counts.h"
#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

struct Engine::Impl {
  EngineOptions asked;    ///< as the host reads them back; never changed once the store is open
  EngineOptions options;  ///< the models behind guards (guarded_models.h)
  std::unique_ptr<storage::Store> store;
  Threads threads;
  mutable CallMeters meters;
  mutable Lanes lanes;
  mutable RecallCounts recalls;
  Graph graph;
  Admin admin;
  FinishedErasures finished_erasures;  ///< on opening
  mutable std::atomic<std::uint64_t> analyses{0}, kept_analyses{0}, unattributed{0};
  std::atomic<std::uint64_t> facts_folded{0};  ///< or answered
  std::atomic<std::uint64_t> over_limit{0};    ///< facts refused for it

  Impl(const std::string& path, EngineOptions host_options);
  ~Impl();  ///< writes what recalls noted and lane files, as far as the store lets it

  std::unique_ptr<Graph::Impl> graph_impl();

  /// The name this user is stored under (user_name.h), and the key; the query, about that user.
  std::string own(std::string_view user) const;
  storage::UserKey key(std::string_view user) const { return storage::user_key(own(user)); }
  template <typename Query>
  Query named(Query query) const {
    query.user = own(query.user);
    return query;
  }

  /// The user's lane and graph must be held.
  void write_recalls(std::string_view user) const;
  void count_recalls(std::string_view user, std::span<const Recalled> given) const;
  void write_all_recalls() const;

  FoldContext context(const DecideOptions* decide = nullptr) const {
    return {*store, options, decide == nullptr ? options.decide : *decide};
  }
  AmendContext amend_context() const { return {*store, options}; }
  MaintainContext maintain_context(const StopWhen& stop) const {
    return {*store, options, lanes, stop};
  }

  void require_writable(const char* what) const;
  /// Throws when the store was opened with whatever embedder it has and that is another one. Not
  /// found out on opening: an embedder may have to ask an endpoint who it is.
  void require_embedder() const;
  /// The embedder, where the store's vectors are its; else null.
  const Embedder* fitting_embedder() const;

  std::vector<Decision> fold(std::span<const Fact> facts, const FoldOptions& fold_options);
  /// Counts nothing. The query's user is own().
  std::vector<Hit> checked_recall(const RecallQuery& query) const;

  /// Runs work(AmendContext, user as stored) alone for this user; what is loaded of the lane is
  /// thrown away.
  template <typename Work>
  auto amend(std::string_view given, const char* what, const Work& work) {
    require_writable(what);
    const MeteredCall metered(meters, CallKind::Amend);
    const std::string user = own(given);
    std::optional<decltype(work(amend_context(), user))> result;
    threads.help([&] {
      lanes.with_unloaded(user, [&] {
        write_recalls(user);
        result = work(amend_context(), user);
        return true;
      });
    });
    return std::move(*result);
  }

 private:
  void file_lanes();
  void tell_of_opening() const;
  void commit_checkpoint(const FoldOptions& fold_options);
  void count_over_limit(std::span<const Decision> decisions);
  std::vector<Hit> recall(const RecallQuery& query) const;
};

/// What Admin needs of its engine.
struct Admin::Impl {
  Engine::Impl& engine;
};

}  // namespace memfold
