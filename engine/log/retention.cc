#include "engine/log/retention.h"

#include <optional>
#include <unordered_set>

#include "engine/fold/kept_analyses.h"

namespace memfold {
namespace {

/// A commit's worth of dropped entries.
constexpr std::uint64_t kEntriesPerCommit = 4096;

/// Drops up to kEntriesPerCommit entries; returns how many.
std::uint64_t drop_entries(storage::Store& store, storage::UserRecord& record, Time cutoff) {
  const storage::UserKey key = storage::user_key(record.user);
  storage::CommitBatch batch(record.user);
  std::unordered_set<Id, IdHash> contents;
  std::uint64_t dropped = 0;
  while (dropped < kEntriesPerCommit && record.first_sequence < record.next_sequence) {
    const auto entry = store.log_entry(key, record.first_sequence);
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
    drop_analyses(store, key, contents, batch);
    batch.put_user(record);
    store.commit(std::move(batch));
  }
  return dropped;
}

}  // namespace

std::uint64_t drop_old_log(storage::Store& store, std::string_view user, Time cutoff,
                           bool entries) {
  const storage::UserKey key = storage::user_key(user);
  if (store.has_log_states(key, cutoff)) {  // a range deleted for each of a million users costs
    storage::CommitBatch batch(user);
    batch.drop_states(cutoff);
    store.commit(std::move(batch));
  }
  std::uint64_t dropped = 0;
  std::optional<storage::UserRecord> record = store.user(key);
  if (!entries || !record) return dropped;
  while (const std::uint64_t some = drop_entries(store, *record, cutoff)) dropped += some;
  return dropped;
}

}  // namespace memfold
