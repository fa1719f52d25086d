// The store: typed reads, scans and atomic commits over RocksDB. docs/format.md describes the
// bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/amend.h"
#include "memfold/log_event.h"
#include "memfold/node.h"
#include "memfold/review.h"
#include "memfold/source.h"
#include "storage/log_route.h"
#include "storage/records.h"

namespace memfold::storage {

struct StoreOptions {
  /// Must agree with the store's own. An empty embedder takes what the store was made with, for
  /// tools that only read; creating a store needs both.
  StoreIdentity identity;
  bool create_if_missing = true;
  bool read_only = false;
  /// Opens files that cannot be read wholly; what is missing shows when it is read. With read_only.
  bool past_rot = false;
  int background_threads = 2;                ///< flushes and compactions
  std::size_t memtable_bytes = 96 << 20;     ///< written but not yet in sorted files, all together
  std::size_t block_cache_bytes = 64 << 20;  ///< uncompressed blocks kept for reading
  int max_open_files = 512;
  LogOptions log{};  ///< told of what goes wrong without ending a call
};

/// Everything one commit changes; applied by Store::commit all together or not at all. Not safe for
/// use from two threads at once. Memory::user and Decision::user must be the batch's user.
class CommitBatch {
 public:
  explicit CommitBatch(std::string_view user);
  ~CommitBatch();
  CommitBatch(CommitBatch&&) noexcept;
  CommitBatch& operator=(CommitBatch&&) noexcept;

  /// Node and its entries by time: occurred_at in the timeline, archive_at among what falls due.
  /// `previous` is the state the node had in the store or earlier in this batch (its entries go
  /// when those times moved); null for a new node.
  void put_memory(const Memory& memory, const Memory* previous);
  void delete_memory(const Memory& memory);       ///< node and its entries by time
  void put_times(const Memory& memory);           ///< those entries alone
  void put_log_routes(const Decision& decision);  ///< and the idempotency key of its fact
  void put_features(const FeatureRecord& features);
  void delete_features(std::uint64_t slot);
  void put_vector(std::uint64_t slot, const Id& id, std::span<const std::int16_t> row);
  /// Of the embedder that a re-embedding goes to; changes nothing that is read before the switch.
  void put_next_vector(std::uint64_t slot, const Id& id, std::span<const std::int16_t> row);
  void delete_vector(std::uint64_t slot);  ///< of either embedder
  void put_version(const VersionRecord& version);
  void delete_version(const Id& chain_id, std::uint32_t version);
  void put_edge(const Edge& edge);  ///< both directions
  void delete_edge(const Edge& edge);
  /// Log entry, its indexes, its states unless there are none, and the idempotency key of the fact.
  /// `previous` is the chain digest of the entry before; returns this entry's.
  Digest put_decision(const Decision& decision, const LogStatesView& states,
                      const Digest& previous);
  /// An entry with the digests it has, its indexes and its states. Returns whether its chain digest
  /// follows from `previous` and its states are those its digest was made of; a redacted entry's
  /// chain is taken as it stands, and states may be gone. The key of the fact is not put.
  bool put_log_entry(const LogEntry& entry, const std::optional<LogStates>& states,
                     const Digest& previous);
  void put_fact(const Id& fact, std::uint64_t sequence);  ///< the idempotency key of a fact
  /// Puts `rest` in the place of an entry whose content is erased: its indexes follow, its digests
  /// stay, its states go unless they are kept.
  void redact_decision(const LogEntry& entry, Decision rest, bool keep_states = false);
  /// The states of every decision made before `before`.
  void drop_states(Time before);
  /// The entry, its indexes and its states.
  void drop_decision(const Decision& decision);
  /// Notes that the user's records are to be rewritten: what this batch takes out of the store has
  /// to go from its files. One note a user; finish_erasure() takes it away.
  void begin_erasure(Time at, std::span<const TextPrint> texts);
  void put_review(const Review& review);
  void delete_review(const Review& review);
  void put_analysis(const AnalysisKey& pair, const Analysis& analysis);
  void delete_analysis(const AnalysisKey& pair);
  /// A node of the graph and what it waits for; `previous` as for put_memory.
  void put_node(const Node& node, const Node* previous);
  void delete_node(const Node& node);
  void put_due(const Node& node);  ///< what it waits for alone
  /// A name, as a digest, under which nodes of this kind are looked up.
  void put_name(NodeKind kind, const Id& name, const Id& node);
  void delete_name(NodeKind kind, const Id& name);
  void put_graph_edges(std::span<const Edge> edges);  ///< both directions, in the order of keys
  void delete_graph_edge(const Edge& edge);
  /// As far as it is worked on now, whatever its own status says; without its raw content.
  void put_source(const Source& source, SourceStatus status);
  void put_raw(const Id& source, std::string_view raw);
  void delete_source(const Id& source);  ///< and its raw content
  void delete_raw(const Id& source);
  void put_job(const SourceJob& job);
  void delete_job(const Id& job);
  void put_user(const UserRecord& user);
  void put_checkpoint(std::string_view name, std::string_view value);
  void put_codebook(const CodebookRecord& codebook);  ///< in the place of the one there is

  std::size_t bytes() const;  ///< of the encoded batch, for sizing commit groups
  bool empty() const;

 private:
  friend class Store;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The place of an entry in every index of the log.
struct LogPosition {
  Time at;
  std::uint64_t sequence = 0;
  auto operator<=>(const LogPosition&) const = default;
};

/// A stretch of the log.
struct LogRange {
  Time from{INT64_MIN}, until{INT64_MAX};  ///< [from, until)
  std::optional<LogPosition> after = {};   ///< go on behind it, in the direction of travel
  bool newest_first = false;
  /// Entries besides those that routes lead to; what is no longer logged is passed over.
  std::vector<LogPosition> known = {};
};

/// Where a current memory lives.
struct CurrentSlot {
  std::uint64_t slot = 0;
  Id id;
};

/// Something that waits for a task, and the time it is filed under.
struct DueEntry {
  Time at;
  Id id;
  bool operator==(const DueEntry&) const = default;
};

/// Which end of an edge is known.
enum class EdgeEnd : std::uint8_t { From, To };

/// Reads see every commit that returned before them. Safe for use from any thread. Every read of a
/// value verifies it first (checksum, FlatBuffers verifier, ranges); a value that does not verify
/// throws Error(Corruption) naming column family and key. Third-party errors become Error(Io |
/// Corruption | Locked) with the path.
class Store {
 public:
  /// Opens or creates the store in directory `path`. Throws Error: NotFound when there is none and
  /// none is to be made; InvalidArgument when the path holds something else; Mismatch when it was
  /// made with another format, embedder or dimension; Locked when another process has it open;
  /// Corruption when a commit that was synced is missing, or any before one that is there;
  /// Unsupported in a process forked from one that used a store. Read-only sees the store as it is
  /// now, beside a process that writes to it, and changes no file.
  static std::unique_ptr<Store> open(const std::string& path, const StoreOptions& options);

  /// Makes a store that misses commits one that holds those before them alone, durably. The logs as
  /// they were are kept beside it. Nothing happens to a store that misses none. Throws as open().
  static ShorterHistory accept_shorter_history(const std::string& path);

  /// Where files cannot be read wholly: makes a store of what can be read of them and puts it in
  /// the place of this one, durably and at once; this one is kept beside it. Nothing happens to a
  /// store that can be read. Needs as much space as the store takes. Throws Error: Corruption when
  /// what it was made for cannot be read, or commits are missing; Locked; Io.
  static Salvage salvage(const std::string& path);

  /// Syncs what was committed and puts it into sorted files as far as it can; call sync() first to
  /// know. Touches nothing in a process forked from the one that opened it.
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const StoreIdentity& identity() const;
  const std::string& path() const;

  // Both throw Error(Locked) in a process forked from the one that opened the store; reads cannot
  // afford to find out.

  /// Atomic: after any failure the store holds all of the batch or nothing of it. Survives the end
  /// of this process once it returned; sync() makes everything committed before it survive the
  /// machine's. Throws Error: Io, after which reading goes on but every commit and sync is
  /// refused until the store has been closed and opened again; InvalidArgument when read-only or
  /// when vectors have another dimension than the store's; Corruption when the user's key belongs
  /// to another name.
  void commit(CommitBatch&& batch);
  void sync();

  std::optional<Memory> memory(const UserKey& user, const Id& id) const;
  /// In the order of `ids`; nothing where there is no such node.
  std::vector<std::optional<Memory>> memories(const UserKey& user, std::span<const Id> ids) const;
  std::optional<UserRecord> user(const UserKey& user) const;
  std::vector<VersionRecord> versions(const UserKey& user, const Id& chain_id) const;
  /// The last of them alone; nothing when there is no such chain.
  std::optional<VersionRecord> newest_version(const UserKey& user, const Id& chain_id) const;
  std::vector<Edge> edges_from(const UserKey& user, const Id& id) const;
  std::vector<Edge> edges_to(const UserKey& user, const Id& id) const;
  std::optional<Decision> decision(const UserKey& user, std::uint64_t sequence) const;
  std::optional<LogEntry> log_entry(const UserKey& user, std::uint64_t sequence) const;
  /// Nothing once retention or an erasure took them, where there were none, or a repair found them
  /// lost.
  std::optional<LogStates> log_states(const UserKey& user, Time at, std::uint64_t sequence) const;
  /// Whether any are kept of a decision made before `before`.
  bool has_log_states(const UserKey& user, Time before) const;
  std::optional<Review> review(const UserKey& user, std::uint64_t sequence) const;
  /// Pending or settled cases with a sequence above `after`, ascending.
  std::vector<Review> reviews(const UserKey& user, bool settled, std::uint64_t after,
                              std::size_t limit) const;
  std::optional<Analysis> analysis(const UserKey& user, const AnalysisKey& pair) const;
  /// Whether any is kept of this user.
  bool has_analyses(const UserKey& user) const;
  std::optional<FeatureRecord> features(const UserKey& user, std::uint64_t slot) const;
  /// The row in a slot; empty when there is none.
  std::vector<std::int16_t> vector(const UserKey& user, std::uint64_t slot) const;
  /// The sequence of the decision about this fact; nothing when it was never folded.
  std::vector<std::optional<std::uint64_t>> find_facts(const UserKey& user,
                                                       std::span<const Id> facts) const;
  std::optional<std::string> checkpoint(std::string_view name) const;
  /// The one made of the vectors that serve. Nothing where there is none, and where it is damaged:
  /// another can be made, and `verify` tells.
  std::optional<CodebookRecord> codebook(const UserKey& user) const;

  // Lane files (storage/store_lanes.cc): copies of what the store holds, for loading it sooner.
  // Nothing is lost with one. All commits of the user must be kept out meanwhile.

  /// The one that counts; nothing where there is none or it was found not to be what it should.
  std::optional<LaneFile> lane_file(const UserKey& user) const;
  /// Larger than that of any file that counted or was found not to.
  std::uint64_t next_lane_number(const UserKey& user) const;
  /// The name, with the path, of the file of that number.
  std::string lane_path(const UserKey& user, std::uint64_t number) const;
  /// Makes this one count, which lies at its lane_path() as the user's records are now; those
  /// before it go. Throws as commit().
  void put_lane_file(const UserKey& user, const LaneFile& file);
  /// Slots below next_slot of the file that counts whose features or vector may have changed since
  /// it was written, ascending.
  std::vector<std::uint64_t> touched_slots(const UserKey& user) const;
  /// From now on this file counts no more, until another is put.
  void distrust_lane_file(const UserKey& user) const;
  /// One could not be written.
  void note_failed_lane_file(std::string_view cause) const;
  std::uint64_t distrusted_lane_files() const;  ///< so far
  std::uint64_t failed_lane_files() const;

  /// Current memories by slot, behind `after` in the direction of travel.
  std::vector<CurrentSlot> current_slots(const UserKey& user, std::optional<std::uint64_t> after,
                                         bool newest_first, std::size_t limit) const;
  /// Memories with occurred_at in [from, until), ascending.
  std::vector<Id> timeline(const UserKey& user, Time from, Time until, std::size_t limit) const;
  /// What waits for `task`, filed under [from, until), ascending.
  std::vector<DueEntry> due(const UserKey& user, Task task, Time from, Time until,
                            std::size_t limit) const;

  // The graph (storage/store_graph.cc). Owners of sources are users or teams.
  std::optional<Node> node(const UserKey& user, const Id& id) const;
  /// In the order of `ids`; nothing where there is no such node.
  std::vector<std::optional<Node>> graph_nodes(const UserKey& user, std::span<const Id> ids) const;
  /// The nodes of this kind known by each of these names.
  std::vector<std::optional<Id>> find_names(const UserKey& user, NodeKind kind,
                                            std::span<const Id> names) const;
  std::vector<Id> nodes_of_kind(const UserKey& user, NodeKind kind) const;  ///< ascending
  /// Edges of the graph with this end, of one type or all, by the other end's id.
  std::vector<Edge> graph_edges(const UserKey& user, EdgeEnd end, const Id& id,
                                std::optional<EdgeType> type = {}) const;
  bool has_graph_edge(const UserKey& user, const Id& from, EdgeType type, const Id& to) const;
  std::optional<Source> source(const UserKey& owner, const Id& id) const;  ///< without raw
  std::optional<std::string> raw_source(const UserKey& owner, const Id& id) const;
  std::vector<Id> raw_sources(const UserKey& owner) const;  ///< that have raw content, ascending
  std::optional<SourceJob> job(const UserKey& owner, const Id& id) const;
  /// Entries on any of `routes` or in range.known, decided in [range.from, range.until), in order
  /// of time and sequence, each once, until visit() returns false.
  void scan_log_index(
      const UserKey& user, std::span<const LogRoute> routes, const LogRange& range,
      const std::function<bool(const LogPosition&, const LogSummary&)>& visit) const;

  // Scans, in key order, over one consistent snapshot each. The callback must not write.
  void scan_users(const std::function<void(const UserKey&, const UserRecord&)>&) const;
  /// Of slots from `from` on.
  void scan_features(const UserKey&, const std::function<void(const FeatureRecord&)>&,
                     std::uint64_t from = 0) const;
  /// `row` is valid during the callback.
  void scan_vectors(
      const UserKey&,
      const std::function<void(std::uint64_t slot, const Id&, std::span<const std::int16_t> row)>&,
      std::uint64_t from = 0) const;
  void scan_memories(const UserKey&, const std::function<void(const Memory&)>&) const;
  void scan_versions(const UserKey&, const std::function<void(const VersionRecord&)>&) const;
  void scan_edges(const UserKey&, bool incoming, const std::function<void(const Edge&)>&) const;
  void scan_decisions(const UserKey&, const std::function<void(const Decision&)>&) const;
  /// Every entry, and whether its chain digest follows from the one before it, the first from
  /// `base`. A redacted entry's digest is taken as it stands.
  void scan_log(const UserKey&, const Digest& base,
                const std::function<void(const LogEntry&, bool chained)>&) const;
  /// Every entry of every index of the log.
  void scan_log_routes(
      const UserKey&,
      const std::function<void(const LogRoute&, const LogPosition&, const LogSummary&)>&) const;
  void scan_log_states(
      const UserKey&,
      const std::function<void(const LogPosition&, const LogStates&, const Digest&)>&) const;
  void scan_reviews(const UserKey&, const std::function<void(const Review&)>&) const;
  void scan_analyses(const UserKey&,
                     const std::function<void(const AnalysisKey&, const Analysis&)>&) const;
  /// Pairs of fact id and sequence.
  void scan_facts(const UserKey&, const std::function<void(const Id&, std::uint64_t)>&) const;

  void scan_due(const UserKey&, const std::function<void(Task, Time, const Id&)>&) const;
  void scan_nodes(const UserKey&, const std::function<void(const Node&)>&) const;
  void scan_graph_edges(const UserKey&, EdgeEnd, const std::function<void(const Edge&)>&) const;
  void scan_names(const UserKey&,
                  const std::function<void(NodeKind, const Id& name, const Id& node)>&) const;
  void scan_sources(const UserKey& owner, const std::function<void(const Source&)>&) const;
  void scan_jobs(const std::function<void(const SourceJob&)>&) const;  ///< of every owner
  void scan_jobs_of(const UserKey& owner, const std::function<void(const SourceJob&)>&) const;

  void scan_checkpoints(
      const std::function<void(std::string_view name, std::string_view value)>&) const;

  // Bringing users in from elsewhere (storage/store_import.cc), in many commits: until all of it is
  // there, everyone's writes for these users are refused but the import's own.

  /// Begins to import a user: marks it, and drops what an import that was cut short left of it.
  /// Durable on return. Throws Error(InvalidArgument) when the store has this user.
  void begin_import(std::string_view user);
  /// Every user whose import began is whole now. Durable on return.
  void finish_imports();
  /// Drops what was imported of users that are not whole, and their marks.
  void drop_imports();
  /// Users whose import began and did not finish.
  std::vector<std::string> unfinished_imports() const;

  // Moving to another embedder (docs/format.md): its vectors are gathered beside those that serve,
  // one commit makes them serve, and the old ones are deleted. A process that dies in between
  // leaves a store that serves one of the two, and knows which step comes next.

  /// Whose vectors are gathered now; nothing when no one's.
  const std::optional<StoreIdentity>& next_identity() const;
  /// Begins to gather vectors of `next`, or goes on with another calibration. Durable on return.
  /// Throws Error(InvalidArgument) unless the other half is free or of the same embedder.
  void begin_reembedding(const StoreIdentity& next);
  /// Slots and ids of the vectors in the half that does not serve: gathered, or not deleted yet.
  void scan_other_vectors(const UserKey&,
                          const std::function<void(std::uint64_t slot, const Id&)>&) const;
  /// Makes what was gathered serve, together with all of `changes`, which are used up; durable on
  /// return.
  void switch_vectors(std::span<CommitBatch> changes);
  /// Deletes what lies in the other half: gathered and given up, or replaced. Returns how many.
  /// Durable, and the space given back, when it returns.
  std::uint64_t drop_other_vectors();
  /// Whether replaced vectors wait to be deleted.
  bool has_replaced_vectors() const;
  /// Sets the calibration of the embedder the store has. Durable on return.
  void set_calibration(const std::vector<Calibration::Point>& points);

  /// Deletes this user's records that follow from others: features, indexes of the log, entries by
  /// time.
  void drop_derived(std::string_view user);

  /// Rewrites the files that hold anything of this user, so that no byte survives of what was
  /// deleted or overwritten before the call; the write-ahead log as well. Takes as long as that
  /// takes. Throws Error(Io).
  void rewrite(const UserKey& user);

  /// Erasures whose files were not rewritten yet, by name of user.
  std::vector<PendingErasure> pending_erasures() const;
  /// Rewrites the user's files and drops the note of the erasure, durably and from the files as
  /// well. Nothing happens when there is none. Throws Error(Io), after which the note stands.
  void finish_erasure(std::string_view user);

  /// Looks for any of `texts` in every file of the store, in the bytes as they lie there and in
  /// what they hold uncompressed.
  struct ByteSearch {
    std::uint64_t bytes = 0;         ///< looked at
    std::vector<std::string> files;  ///< names of those that hold one
  };
  ByteSearch search_files(const TextPrints& texts) const;

  std::uint64_t disk_bytes() const;  ///< of every file of the store

  struct Impl;  ///< storage/store_impl.h; the rest of the engine has no use for it
  explicit Store(std::unique_ptr<Impl> impl);
  const Impl& impl() const { return *impl_; }
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace memfold::storage
