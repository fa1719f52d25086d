#include "engine/retention.h"

#include <unordered_set>

#include "engine/kept_analyses.h"

namespace memfold {
namespace {

/// A commit's worth of dropped entries.
constexpr std::uint64_t kEntriesPerCommit = 4096;

/// Drops up to kEntriesPerCommit entries; returns how many.
std::uint64_t drop_entries(storage::Store& store, Lane& lane, Time cutoff) {
  storage::UserRecord& record = lane.record();
  storage::CommitBatch batch(record.user);
  std::unordered_set<Id, IdHash> contents;
  std::uint64_t dropped = 0;
  while (dropped < kEntriesPerCommit && record.first_sequence < record.next_sequence) {
    const auto entry = store.log_entry(lane.key(), record.first_sequence);
    if (entry && entry->decision.at >= cutoff) break;
    if (entry) {
      batch.drop_decision(entry->decision);
      contents.insert(entry->decision.content_hash);
      record.base_digest = entry->chain;
    }
    ++record.first_sequence;
    ++dropped;
  }
  if (dropped > 0) {
    // Only the entry says which facts became part of a memory: without it, erasing that memory
    // would leave what was said of them.
    drop_analyses(store, lane.key(), contents, batch);
    batch.put_user(record);
    store.commit(std::move(batch));
  }
  return dropped;
}

}  // namespace

std::uint64_t drop_old_log(storage::Store& store, Lane& lane, Time cutoff, bool entries) {
  storage::CommitBatch batch(lane.record().user);
  batch.drop_states(cutoff);
  store.commit(std::move(batch));
  std::uint64_t dropped = 0;
  if (!entries) return dropped;
  while (const std::uint64_t some = drop_entries(store, lane, cutoff)) dropped += some;
  return dropped;
}

}  // namespace memfold
