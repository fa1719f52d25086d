#include "engine/maintain/repair.h"

#include <algorithm>
#include <set>

#include "engine/graph/verify_graph.h"
#include "engine/maintain/repair_batch.h"
#include "engine/records.h"

namespace memfold {
namespace {

class Rebuild {
 public:
  Rebuild(storage::Store& store, const std::string& user)
      : store_(store), key_(storage::user_key(user)), batch_(user) {
    record_.user = user;
    if (const auto known = store.user(key_)) record_ = *known;
    record_.memories = record_.current_memories = record_.deleted = record_.edges = 0;
    record_.rejected = record_.reviews = record_.backdated = record_.pending_reviews = 0;
    record_.by_kind = {};
    record_.by_operation = {};
  }

  std::uint64_t run() {
    store_.drop_derived(record_.user);
    from_nodes();
    from_edges();
    from_log();
    graph::rebuild_graph(store_, key_, batch_, [&] { wrote(); });
    store_.scan_reviews(key_, [&](const Review& review) {
      record_.pending_reviews += review.state == ReviewState::Pending;
    });
    batch_.put_user(record_);
    store_.commit(std::move(batch_));
    store_.sync();
    return written_;
  }

 private:
  void wrote() {
    ++written_;
    if (batch_.bytes() < kRepairedPerCommit) return;
    store_.commit(std::move(batch_));
    batch_ = storage::CommitBatch(record_.user);
  }

  void from_nodes() {
    store_.scan_memories(key_, [&](const Memory& memory) {
      ++record_.memories;
      record_.deleted += memory.deleted_at.has_value();
      record_.next_slot = std::max(record_.next_slot, memory.slot + 1);
      batch_.put_times(memory);
      wrote();
      if (!memory.is_current()) return;
      ++record_.current_memories;
      batch_.put_features(feature_record(memory, exact_keys(memory)));
      wrote();
    });
  }

  /// Each edge is stored from both ends: either suffices.
  void from_edges() {
    std::set<EdgeKey> seen;
    for (const bool incoming : {false, true}) {
      store_.scan_edges(key_, incoming, [&](const Edge& edge) {
        if (!seen.insert(key_of(edge)).second) return;
        ++record_.edges;
        batch_.put_edge(edge);
        wrote();
      });
    }
  }

  /// The log's counters go on counting what retention dropped; the log says no more of those.
  void from_log() {
    const bool whole = record_.first_sequence == 1;
    const storage::UserRecord counted = store_.user(key_).value_or(record_);
    store_.scan_log(key_, record_.base_digest, [&](const storage::LogEntry& entry, bool) {
      const Decision& decision = entry.decision;
      count_entry(decision, record_);
      record_.next_sequence = std::max(record_.next_sequence, decision.sequence + 1);
      batch_.put_log_routes(decision);
      wrote();
    });
    if (whole) return;
    record_.by_kind = counted.by_kind;
    record_.by_operation = counted.by_operation;
    record_.rejected = counted.rejected;
    record_.reviews = counted.reviews;
    record_.backdated = counted.backdated;
  }

  storage::Store& store_;
  const storage::UserKey key_;
  storage::UserRecord record_;
  storage::CommitBatch batch_;
  std::uint64_t written_ = 0;
};

}  // namespace

std::uint64_t rebuild_derived(storage::Store& store, const std::string& user) {
  return Rebuild(store, user).run();
}

}  // namespace memfold
