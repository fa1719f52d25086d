#include "engine/recall_counts.h"

#include <algorithm>

#include "core/hash.h"
#include "memfold/id.h"

namespace memfold {
namespace {

/// Of one user; some 40 bytes each.
constexpr std::size_t kMostPending = 4096;

}  // namespace

bool RecallCounts::add(std::string_view user, std::span<const Hit> hits, Time at) {
  const std::lock_guard lock(mutex_);
  std::vector<Recalled>& pending = pending_[std::string(user)];
  for (const Hit& hit : hits) pending.push_back({hit.memory.id, hit.score, at});
  return pending.size() >= kMostPending;
}

std::vector<Recalled> RecallCounts::take(std::string_view user) {
  const std::lock_guard lock(mutex_);
  const auto found = pending_.find(std::string(user));
  if (found == pending_.end()) return {};
  std::vector<Recalled> taken = std::move(found->second);
  pending_.erase(found);
  return taken;
}

std::vector<std::string> RecallCounts::users() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& entry : pending_) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  return names;
}

void write_recalls(storage::Store& store, const LifecycleOptions& options, std::string_view user,
                   std::span<const Recalled> recalls) {
  const storage::UserKey key = storage::user_key(user);
  struct Change {
    Memory before, after;
  };
  std::unordered_map<Id, Change, IdHash> changes;
  std::vector<Id> order;
  for (const Recalled& recall : recalls) {
    auto found = changes.find(recall.id);
    if (found == changes.end()) {
      std::optional<Memory> memory = store.memory(key, recall.id);
      if (!memory || !memory->is_current()) continue;  // replaced or forgotten since
      found = changes.emplace(recall.id, Change{*memory, *memory}).first;
      order.push_back(recall.id);
    }
    Memory& after = found->second.after;
    static_cast<Lifecycle&>(after) = recalled(after, recall.score, recall.at, options);
  }
  storage::CommitBatch batch(user);
  for (const Id& id : order) {
    Change& change = changes.at(id);
    change.after.archive_at = archive_time(change.after, options);
    batch.put_memory(change.after, &change.before);
  }
  if (!batch.empty()) store.commit(std::move(batch));
}

}  // namespace memfold
