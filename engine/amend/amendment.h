// What people do to stored memories, as one commit: hide, show, erase, put versions in place.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/amend/amend_context.h"
#include "engine/graph/withhold.h"
#include "engine/records.h"
#include "memfold/decision.h"
#include "memfold/memory.h"
#include "memfold/models.h"

namespace memfold {

/// Collects changes and the decisions that say why, and writes them together. Keeps nodes,
/// features, vectors, versions, edges and counters agreeing. The user's loaded lane learns nothing
/// of it and has to be thrown away; while it lives no one else may write for this user.
class Amendment {
 public:
  Amendment(const AmendContext& context, std::string_view user);

  const storage::UserKey& key() const { return key_; }
  Time now() const { return now_; }
  storage::UserRecord& record() { return record_; }

  /// As changed so far. Throws Error(NotFound).
  const Memory& memory(const Id& id);
  std::optional<Memory> find(const Id& id);
  /// The chain of any member, oldest first, as stored. Throws Error(NotFound).
  std::vector<storage::VersionRecord> chain(const Id& member);
  /// Its newest version. Throws Error(NotFound).
  const Memory& newest(const Id& member);

  /// A decision with its place in the log; complete it and hand it to log().
  Decision begin(DecisionKind kind, Operation operation, Trigger trigger);
  void log(const Decision& decision, const Memory* fact = nullptr, const Memory* before = nullptr,
           const Memory* after = nullptr);

  /// Overwrites a stored memory. Whether it is current may change with it, its content may not.
  void put(Memory memory);
  /// Overwrites its content as well: the next version of the same memory, the one before kept.
  void put_next_version(Memory memory, const Decision& decision);
  /// Stores a memory that is not there yet, version 1 of a chain of its own.
  void add(Memory memory, std::vector<std::int16_t> row, const Decision& decision);
  /// Stores `next`, made by superseding() or restoring(), behind `current`, which it closes.
  void append(const Memory& current, Memory next, std::vector<std::int16_t> row,
              const Decision& decision);
  /// Stores `draft` in the chain of `member` at its place by stated_at, below what is current.
  void insert_late(const Id& member, Memory draft, std::span<const std::int16_t> row,
                   const Decision& decision);
  void put_edge(const Edge& edge);
  void remove_edge(const Edge& edge);
  void remove_edges_of(const Id& id);
  /// Node, vector, features and edges; edges by which others rest on it stay.
  void erase(const Memory& memory);

  std::vector<std::int16_t> embed(const std::string& content) const;
  std::vector<std::int16_t> row_of(const Memory& memory) const;
  storage::CommitBatch& batch() { return batch_; }
  std::uint64_t edges_removed() const { return removed_edges_.size(); }

  /// Whoever asks for it looks on every node for what may quote what is hidden or shown; else those
  /// that its sources speak of are looked at.
  void look_everywhere() { visibility_.everywhere = true; }

  /// With what hiding and showing memories means for the graph (engine/graph/withhold.h).
  void commit();

 private:
  void count(const Memory* before, const Memory* after);
  void put_current(const Memory& memory, std::span<const std::int16_t> row);

  const AmendContext& context_;
  storage::UserKey key_;
  Time now_;
  storage::UserRecord record_;
  storage::CommitBatch batch_;
  std::unordered_map<Id, Memory, IdHash> pending_;
  std::set<EdgeKey> removed_edges_;
  graph::VisibilityChange visibility_;
};

}  // namespace memfold
