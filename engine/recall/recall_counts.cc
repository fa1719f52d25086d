#include "engine/recall/recall_counts.h"

#include <algorithm>
#include <map>

#include "engine/graph/due_items.h"
#include "memfold/lifecycle.h"
#include "memfold/memory.h"

namespace memfold {
namespace {

/// Of one user; some 40 bytes each.
constexpr std::size_t kMostPending = 4096;

}  // namespace

bool RecallCounts::add(std::string_view user, std::span<const Recalled> given) {
  const std::lock_guard lock(mutex_);
  std::vector<Recalled>& pending = pending_[std::string(user)];
  pending.insert(pending.end(), given.begin(), given.end());
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

bool RecallCounts::has(std::string_view user) const {
  const std::lock_guard lock(mutex_);
  return pending_.contains(std::string(user));
}

std::vector<std::string> RecallCounts::users() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& entry : pending_) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

/// A record before and after it was recalled.
template <typename Record>
struct Change {
  Record before, after;
};
template <typename Record>
using Changes = std::map<Id, Change<Record>>;

/// Whether there is such a record; recalls it when it still counts.
template <typename Record, typename Read, typename Counts>
bool use(Changes<Record>& changes, const Recalled& recall, const LifecycleOptions& options,
         const Read& read, const Counts& counts) {
  auto found = changes.find(recall.id);
  if (found == changes.end()) {
    const std::optional<Record> record = read(recall.id);
    if (!record) return false;
    if (!counts(*record)) return true;
    found = changes.emplace(recall.id, Change<Record>{*record, *record}).first;
  }
  Record& after = found->second.after;
  static_cast<Lifecycle&>(after) = recalled(after, recall.score, recall.at, options);
  return true;
}

}  // namespace

void write_recalls(storage::Store& store, const EngineOptions& options, std::string_view user,
                   std::span<const Recalled> recalls) {
  const storage::UserKey key = storage::user_key(user);
  Changes<Memory> memories;
  Changes<Node> nodes;
  for (const Recalled& recall : recalls) {
    const bool is_memory = use(
        memories, recall, options.lifecycle, [&](const Id& id) { return store.memory(key, id); },
        [](const Memory& memory) { return memory.is_current(); });  // not replaced since
    if (is_memory) continue;
    use(
        nodes, recall, options.lifecycle, [&](const Id& id) { return store.node(key, id); },
        [](const Node&) { return true; });
  }
  storage::CommitBatch batch(user);
  for (auto& [id, change] : memories) {
    change.after.archive_at = archive_time(change.after, options.lifecycle);
    batch.put_memory(change.after, &change.before);
  }
  for (auto& [id, change] : nodes) {
    graph::settle(change.after, options);
    batch.put_node(change.after, &change.before);
  }
  if (!batch.empty()) store.commit(std::move(batch));
}

}  // namespace memfold
