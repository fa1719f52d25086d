// The engine: fold facts into a store, ask what is known, and why.
//
//   memfold::Engine engine = memfold::Engine::open("mail.db");
//   std::vector<memfold::Decision> decisions = engine.fold(facts);
//   for (const memfold::Hit& hit : engine.recall({.user = "mina", .text = "Q1 예산"})) ...
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/admin.h"
#include "memfold/amend.h"
#include "memfold/decision.h"
#include "memfold/error.h"
#include "memfold/fact.h"
#include "memfold/fold_options.h"
#include "memfold/graph.h"
#include "memfold/list.h"
#include "memfold/memory.h"
#include "memfold/metrics.h"
#include "memfold/options.h"
#include "memfold/own_process.h"
#include "memfold/profile.h"
#include "memfold/recall.h"
#include "memfold/stop.h"

#pragma GCC visibility push(default)
namespace memfold {

/// One version of a chain with what the step to it changed.
struct VersionStep {
  Memory memory;
  bool current = false;
  std::optional<Operation> operation;  ///< that led to this version
  std::vector<PropertyChange> changes;
  std::string reason;
};

/// Which entries of the decision log; what is left empty does not restrict.
struct LogQuery {
  std::string user{};                 ///< required
  std::vector<DecisionKind> kinds{};  ///< any of these; a rejection is of no kind
  std::vector<Operation> operations{};
  std::optional<Status> status{};
  std::optional<Verdict> verdict{};
  std::optional<Trigger> trigger{};
  std::optional<bool> review{};         ///< flagged for review or not
  std::optional<Id> memory{};           ///< any version of this memory as target or result
  std::string source_id{};              ///< of the fact
  double min_score = 0, max_score = 1;  ///< inclusive
  std::optional<Time> from{}, until{};  ///< decided in [from, until)
  bool newest_first = true;
  std::size_t limit = 50;
  std::string cursor{};  ///< of an earlier page of the same query
};

struct LogPage {
  std::vector<Decision> entries;
  /// Empty on the last page. A call looks at a bounded number of entries, so a page of a rare kind
  /// may be short, even empty, while there is a next one.
  std::string next_cursor;
};

/// Counts and spreads over the entries of a query.
struct LogAnalytics {
  std::uint64_t entries = 0;
  // Kinds, operations, scores and times are those of what was decided: rejections have none.
  std::array<std::uint64_t, 4> by_kind{};       ///< in the order of DecisionKind
  std::array<std::uint64_t, 6> by_operation{};  ///< in the order of Operation
  std::array<std::uint64_t, 4> by_status{};     ///< in the order of Status
  std::array<std::uint64_t, 5> by_verdict{};    ///< in the order of Verdict
  std::vector<std::pair<Time, std::uint64_t>>
      by_day{};  ///< days in UTC by their midnight, ascending
  std::uint64_t reviews = 0, backdated = 0;
  std::uint64_t analyses = 0;       ///< comparisons by the Analyst
  std::uint64_t kept_analyses = 0;  ///< of these, answered by the store
  std::uint64_t tokens = 0;         ///< the others cost
  double score_mean = 0, score_p50 = 0, score_p95 = 0;
  std::uint32_t time_p50_us = 0, time_p95_us = 0, time_p99_us = 0;  ///< processing time
};

/// A point in one or both of the two times. Empty: now.
struct AsOf {
  std::optional<Time> system{};  ///< what the store believed then
  std::optional<Time> valid{};   ///< what was true in the world then, as far as was believed
};

struct MaintainOptions {
  std::vector<std::string> jobs{};  ///< these, due or not; empty: all that are due
  StopWhen stop{};                  ///< asked between users; what was begun is taken up next time
};

/// One job of a maintenance run.
struct JobReport {
  std::string job;
  bool ran = false;                ///< false: neither due nor asked for
  std::optional<Time> last_run{};  ///< before this one
  std::vector<std::pair<std::string, std::uint64_t>> counts{};  ///< what it did
};

/// Whose vectors a store serves.
struct StoredEmbedder {
  std::string name;  ///< name@version
  int dimension = 0;
  Calibration calibration;
  std::string next;  ///< whose are being gathered by a re-embedding not finished yet; empty: none
};

/// Counts of one user, or of all users together.
struct Stats {
  std::uint64_t users = 0;
  std::uint64_t memories = 0;          ///< versions stored
  std::uint64_t current_memories = 0;  ///< comparable now
  std::uint64_t edges = 0;
  std::uint64_t decisions = 0;                  ///< without the rejected
  std::array<std::uint64_t, 4> by_kind{};       ///< in the order of DecisionKind
  std::array<std::uint64_t, 6> by_operation{};  ///< in the order of Operation
  std::uint64_t reviews = 0;
  std::uint64_t backdated = 0;
  /// Facts that could not be used. Those without a usable user are counted in the sum over all
  /// users alone, and of this process only: no log can hold them.
  std::uint64_t rejected = 0;
  std::uint64_t analyses = 0;        ///< comparisons; this process only
  std::uint64_t kept_analyses = 0;   ///< of these, paid for earlier and read from the store
  std::uint64_t resident_bytes = 0;  ///< vectors and features loaded now
  /// Vectors in files that are mapped beside those, read where their codes do not tell. Both count
  /// for memory_budget.
  std::uint64_t mapped_bytes = 0;
  /// Mapped files of users (MappedOptions) that could not be written, as with a full disk, and that
  /// did not hold what they should: what they stood for was read from the store. This process only;
  /// in the sum over all users alone.
  std::uint64_t failed_files = 0, damaged_files = 0;
};

/// A store open for folding and asking. Movable. Every member is safe to call from any thread: one
/// user's folds run one after another, different users' in parallel.
///
/// Members throw Error when the call cannot go on (I/O, corruption, invalid options); trouble with
/// one fact is that fact's Decision with Status::Error.
///
/// In a process forked from the one that opened it every member throws Error(Locked), and its end
/// touches nothing; nor can stores be opened there (Unsupported) unless it executes a program
/// first. A fork that calls exit() ends without what was registered with atexit() before the first
/// store was opened: RocksDB would wait there for threads it does not have. No static object: at
/// the end of a process RocksDB's own go first.
class Engine {
 public:
  /// Opens or creates the store in directory `path`. Throws Error: Mismatch when it was made with
  /// another format, embedder, dimension or calibration; Locked when another process has it;
  /// NotFound when missing and not to be created; Corruption when commits are missing: any that was
  /// durable, or any before one that is there (docs/durability.md); InvalidArgument for an option
  /// out of range. Parts that options.models lacks are the built-in ones (models.h).
  static Engine open(const std::string& path, EngineOptions options = {});

  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// Decides and applies every fact, in order per user; one Decision a fact, in input order. All of
  /// a decision becomes durable together or not at all; with Durability::Sync it is when this
  /// returns. The result does not depend on batch, threads or how facts are split over calls. When
  /// it throws, a first part may be stored, of each user in order: the same call goes on there.
  /// A fact that is known is answered from the log (already_folded). One that has neither key nor
  /// source nor time is known by its words alone, and people do return to what they said: when its
  /// memory was replaced since, and this call does not go on to say what replaced it, it is news
  /// and decided about anew. So a call made again as it was changes nothing, tea - coffee - tea
  /// ends with tea, in one call or in three; and what was split over calls and is told again in
  /// the same parts needs options.retry, or facts that say when they were said.
  std::vector<Decision> fold(std::span<const Fact> facts, const FoldOptions& options = {});

  /// What fold() would decide now, with every candidate. Writes nothing.
  Explanation explain(const Fact& fact) const;

  /// The k best current memories, best first. Unless count_use is false, or the store is read-only,
  /// they count as used now (recalled() in memfold/lifecycle.h); that is written with the user's
  /// next fold, amendment or maintenance, by Admin's digest() and verify(), or when the engine
  /// closes, and get() shows it then.
  std::vector<Hit> recall(const RecallQuery& query) const;

  /// Current memories, in the order in which they, or the newest version of each, came to be;
  /// which need not be that of when they were said. What is listed counts as nothing used. Throws
  /// Error(InvalidArgument) without user or limit, and for a cursor of another query.
  MemoryPage list(const ListQuery& query) const;

  /// What stands about a user, on a page: what is pinned, liked, to be done, coming, decided,
  /// important and new. Counts as nothing used. Throws Error(InvalidArgument) without user, and for
  /// `each` out of range.
  Profile profile(const ProfileQuery& query) const;

  /// That version alone, current or not.
  std::optional<Memory> get(std::string_view user, const Id& id) const;
  /// The current version of the chain that any version of it names; nothing where there is none
  /// any more.
  std::optional<Memory> current(std::string_view user, const Id& id) const;
  std::vector<Edge> edges_from(std::string_view user, const Id& id) const;
  std::vector<Edge> edges_to(std::string_view user, const Id& id) const;

  /// The whole chain from any of its members, oldest first. Empty when there is no such memory.
  std::vector<VersionStep> history(std::string_view user, const Id& id) const;

  /// The version of this memory's chain that answers for the point in time; nothing when there was
  /// none yet, or it was deleted. Fields that came later (superseded_at, deleted_at) are cleared.
  /// Throws Error(NotFound) when there is no such memory.
  std::optional<Memory> as_of(std::string_view user, const Id& id, const AsOf& when) const;

  /// Decisions of one user through an index; never scans. Throws Error(InvalidArgument) for a
  /// cursor of another query.
  LogPage log(const LogQuery& query) const;

  /// What the decision `sequence` was about: the text of a fact that was skipped, for one, is
  /// nowhere else. States go after EngineOptions::log_retention_days, and with an erasure; an ADD's
  /// fact is the first version of its chain and stays. Throws Error(NotFound) when there is no such
  /// decision.
  DecisionStates states(std::string_view user, std::uint64_t sequence) const;

  /// Over all entries of the query (its limit and cursor play no part), read from the indexes
  /// alone: as long as they are many. Sources are told apart by a 64-bit hash here.
  LogAnalytics log_analytics(const LogQuery& query) const;

  /// What forget() would forget, chain by chain; those that are hidden already are among them.
  /// Changes nothing. Throws as forget() does.
  std::vector<Forgotten> find_forgettable(const ForgetQuery& query) const;

  /// Hides or erases chains, one DELETE decision each. A soft delete takes them out of recall and
  /// comparison until restore(), and what the graph says because of them too (docs/graph.md); a
  /// hard erase leaves ids and times of their decisions in the log and no byte of their content in
  /// any file, the text of the user's sources that stated them included: files are rewritten before
  /// this returns. What the graph said because of them is written anew by the next maintenance.
  /// Throws Error(NotFound) for an id that is not there, Error(InvalidArgument) for a query that
  /// names nothing or too much.
  ForgetReport forget(const ForgetQuery& query, const ForgetOptions& options = {});

  /// Makes a softly deleted chain visible again. Throws Error: NotFound; InvalidArgument when it is
  /// not deleted.
  Decision restore(std::string_view user, const Id& id);

  /// Erases, hard, the chains of which everything was softly deleted before `before`; decisions
  /// have trigger `scheduled`. `prove` as in ForgetOptions.
  ForgetReport purge(std::string_view user, Time before, bool prove = false);

  /// Changes the current version of a chain, named by any of its versions, by hand: the next
  /// version says what is asked for, and is as fresh and as used as the one before; new content
  /// counts as stated now, by the user, so that no less trusted source replaces it. One UPDATE
  /// decision with trigger `user_request`, which undo() takes back. Throws Error: NotFound;
  /// InvalidArgument for what cannot be stored, what is deleted, and where nothing would change.
  Decision edit(std::string_view user, const Id& id, const Edit& edit);
  /// edit() of the policy alone: whether the memory is kept for ever, or fades as others do.
  Decision pin(std::string_view user, const Id& id, bool pinned = true);

  /// Takes a decision back by a new one that restores the state before it; history keeps both.
  /// Returns what was written, newest first when it cascaded (a commit each). Throws Error:
  /// NotFound when there is no such decision; InvalidArgument when it was undone already, changed
  /// nothing, was erased, or when later decisions depend on it and options.cascade is off: the
  /// message names them.
  std::vector<Decision> undo(std::string_view user, std::uint64_t sequence,
                             const UndoOptions& options = {});

  /// Cases a person is asked about, oldest first.
  std::vector<Review> reviews(const ReviewQuery& query) const;
  /// The case of the decision `sequence`. Throws Error(NotFound).
  Review review(std::string_view user, std::uint64_t sequence) const;
  /// Settles a case; the decision it leads to has trigger `review`. Throws Error: NotFound;
  /// InvalidArgument when it is settled already or later decisions changed what it is about.
  Decision settle_review(std::string_view user, std::uint64_t sequence, const ReviewAnswer& answer);

  /// Current memories whose grounds were superseded or forgotten, by elaboration, prerequisite and
  /// causal edges. Reads every edge of the user.
  std::vector<StaleMemory> stale(std::string_view user) const;

  /// Runs what time brings, the jobs of docs/lifecycle.md: `archive` puts away what has faded or
  /// outlived itself, `retention` is Admin::apply_retention(), the others tend storylines, macros,
  /// notes and descriptions. A job is due once its hour (UTC) has come since its last run; one
  /// noted for the future, by a clock that was wrong, does not count. Each is idempotent, and taken
  /// up again when it was cut short. One report a job. Throws Error(InvalidArgument) for a name
  /// that is no job.
  std::vector<JobReport> maintain(const MaintainOptions& options = {});

  /// Sources, people, concepts, entities, storylines and macros.
  Graph& graph();
  const Graph& graph() const;

  /// The store as a whole: checks, digests, export and import, replay, repair.
  Admin& admin();
  const Admin& admin() const;

  /// Of one user, or of everyone when empty.
  Stats stats(std::string_view user = {}) const;
  std::vector<std::string> users() const;
  /// How often each kind of call was made since this engine was opened, and how long they took.
  Metrics metrics() const;

  /// Of an engine that was opened read-only: sees what the writer committed since. What is loaded
  /// is let go, what graph() and admin() gave ends, and metrics begin anew. Not while another call
  /// runs on it. Throws as open() does, and then the engine is as it was; Unsupported for one that
  /// writes, which sees everything.
  void refresh();

  /// The name this user is stored under. Names are composed (NFC) on their way in, so that one name
  /// written in decomposed letters is the same user; a user stored otherwise, by an earlier
  /// version, is found by either spelling. Every member that takes a user or a team does this by
  /// itself.
  std::string stored_user(std::string_view user) const;

  StoredEmbedder embedder() const;

  /// The value stored with FoldOptions::checkpoint_name; empty when there is none.
  std::string checkpoint(std::string_view checkpoint_name) const;

  /// When this memory was erased for good; nothing when it was not, or when retention dropped the
  /// entries of the log that would say so.
  std::optional<Time> erased_at(std::string_view user, const Id& memory) const;

  const EngineOptions& options() const;

 private:
  friend class Admin;
  struct Impl;
  explicit Engine(std::unique_ptr<Impl> impl);
  OwnedByProcess<Impl> impl_;
};

}  // namespace memfold
#pragma GCC visibility pop
