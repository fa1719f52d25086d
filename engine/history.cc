#include "engine/history.h"

#include "memfold/error.h"

namespace memfold {
std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id) {
  const std::optional<Memory> member = store.memory(user, id);
  if (!member) return {};
  std::vector<VersionStep> steps;
  for (storage::VersionRecord& record : store.versions(user, member->chain_id)) {
    VersionStep step;
    std::optional<Memory> node = std::move(record.state);
    if (!node) {
      node = store.memory(user, record.memory_id);
      if (!node) {
        throw Error(ErrorCode::Corruption, "version " + std::to_string(record.version) +
                                               " of chain " + to_string(member->chain_id) +
                                               " has no memory; run `memfold verify`");
      }
      step.current = node->is_current();
    }
    step.memory = std::move(*node);
    step.operation = record.operation;
    if (const auto decision = store.decision(user, record.log_sequence)) {
      step.changes = decision->property_changes;
      step.reason = decision->reason;
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace memfold
