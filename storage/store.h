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

#include "storage/records.h"

namespace memfold::storage {

struct StoreOptions {
  StoreIdentity identity;
  bool create_if_missing = true;
  bool read_only = false;
  int background_threads = 2;  ///< flushes and compactions
};

/// Everything one commit changes; applied by Store::commit all together or not at all. Not safe for
/// use from two threads at once. Memory::user and Decision::user must be the batch's user.
class CommitBatch {
 public:
  explicit CommitBatch(std::string_view user);
  ~CommitBatch();
  CommitBatch(CommitBatch&&) noexcept;
  CommitBatch& operator=(CommitBatch&&) noexcept;

  /// Node and its timeline entry. `previous` is the state the node had in the store or earlier in
  /// this batch (its timeline entry goes when occurred_at moved); null for a new node.
  void put_memory(const Memory& memory, const Memory* previous);
  void put_features(const FeatureRecord& features);
  void delete_features(std::uint64_t slot);
  void put_vector(std::uint64_t slot, const Id& id, std::span<const std::int16_t> row);
  void delete_vector(std::uint64_t slot);
  void put_version(const VersionRecord& version);
  void delete_version(const Id& chain_id, std::uint32_t version);
  void put_edge(const Edge& edge);  ///< both directions
  void delete_edge(const Edge& edge);
  /// Log entry, its indexes by time and by kind, and the idempotency key of the fact.
  void put_decision(const Decision& decision);
  void put_user(const UserRecord& user);
  void put_checkpoint(std::string_view name, std::string_view value);

  std::size_t bytes() const;  ///< of the encoded batch, for sizing commit groups
  bool empty() const;

 private:
  friend class Store;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Where a log scan goes on.
struct LogPosition {
  Time at;
  std::uint64_t sequence = 0;
};

/// Reads see every commit that returned before them. Safe for use from any thread. Every read of a
/// value verifies it first (FlatBuffers verifier); a value that does not verify throws
/// Error(Corruption) naming column family and key. Third-party errors become Error(Io | Corruption
/// | Locked) with the path.
class Store {
 public:
  static std::unique_ptr<Store> open(const std::string& path, const StoreOptions& options);
  virtual ~Store() = default;

  virtual const StoreIdentity& identity() const = 0;
  virtual const std::string& path() const = 0;

  /// Atomic. Not yet synced: sync() makes everything committed before it durable.
  virtual void commit(CommitBatch&& batch) = 0;
  virtual void sync() = 0;

  virtual std::optional<Memory> memory(const UserKey& user, const Id& id) const = 0;
  /// In the order of `ids`; nothing where there is no such node.
  virtual std::vector<std::optional<Memory>> memories(const UserKey& user,
                                                      std::span<const Id> ids) const = 0;
  virtual std::optional<UserRecord> user(const UserKey& user) const = 0;
  virtual std::vector<VersionRecord> versions(const UserKey& user, const Id& chain_id) const = 0;
  virtual std::vector<Edge> edges_from(const UserKey& user, const Id& id) const = 0;
  virtual std::vector<Edge> edges_to(const UserKey& user, const Id& id) const = 0;
  virtual std::optional<Decision> decision(const UserKey& user, std::uint64_t sequence) const = 0;
  /// The sequence of the decision about this fact; nothing when it was never folded.
  virtual std::vector<std::optional<std::uint64_t>> find_facts(const UserKey& user,
                                                               std::span<const Id> facts) const = 0;
  virtual std::optional<std::string> checkpoint(std::string_view name) const = 0;

  /// Memories with occurred_at in [from, until), ascending.
  virtual std::vector<Id> timeline(const UserKey& user, Time from, Time until,
                                   std::size_t limit) const = 0;
  /// Log sequences through the index by (kind,) time: entries decided in [from, until), after
  /// `after` in the direction of travel when given.
  virtual std::vector<LogPosition> log_index(const UserKey& user, std::optional<DecisionKind> kind,
                                             Time from, Time until, bool newest_first,
                                             std::optional<LogPosition> after,
                                             std::size_t limit) const = 0;

  // Scans, in key order, over one consistent snapshot each. The callback must not write.
  virtual void scan_users(const std::function<void(const UserKey&, const UserRecord&)>&) const = 0;
  virtual void scan_features(const UserKey&,
                             const std::function<void(const FeatureRecord&)>&) const = 0;
  /// `row` is valid during the callback.
  virtual void scan_vectors(
      const UserKey&,
      const std::function<void(std::uint64_t slot, const Id&, std::span<const std::int16_t> row)>&)
      const = 0;
  virtual void scan_memories(const UserKey&, const std::function<void(const Memory&)>&) const = 0;
  virtual void scan_versions(const UserKey&,
                             const std::function<void(const VersionRecord&)>&) const = 0;
  virtual void scan_edges(const UserKey&, bool incoming,
                          const std::function<void(const Edge&)>&) const = 0;
  virtual void scan_decisions(const UserKey&,
                              const std::function<void(const Decision&)>&) const = 0;
  /// Pairs of fact id and sequence.
  virtual void scan_facts(const UserKey&,
                          const std::function<void(const Id&, std::uint64_t)>&) const = 0;

  virtual std::uint64_t disk_bytes() const = 0;
};

}  // namespace memfold::storage
