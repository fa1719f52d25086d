#include "engine/history.h"

#include "memfold/error.h"

namespace memfold {

Memory stated_by(const storage::Store& store, const storage::UserKey& user,
                 storage::VersionRecord record) {
  if (record.state) return std::move(*record.state);
  if (auto node = store.memory(user, record.memory_id)) return std::move(*node);
  throw Error(ErrorCode::Corruption, "version " + std::to_string(record.version) + " of chain " +
                                         to_string(record.chain_id) +
                                         " has no memory; run `memfold verify`");
}

std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id) {
  const std::optional<Memory> member = store.memory(user, id);
  if (!member) return {};
  std::vector<VersionStep> steps;
  for (storage::VersionRecord& record : store.versions(user, member->chain_id)) {
    VersionStep step;
    step.operation = record.operation;
    if (const auto decision = store.decision(user, record.log_sequence)) {
      step.changes = decision->property_changes;
      step.reason = decision->reason;
    }
    const bool earlier = record.state.has_value();
    step.memory = stated_by(store, user, std::move(record));
    step.current = !earlier && step.memory.is_current();
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace memfold
