#include "engine/recall/history.h"

#include "engine/records.h"
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

namespace {

/// What the ADD stored: the first later decision that changed the memory kept what was before, as
/// long as states are kept.
std::optional<Memory> as_added(const storage::Store& store, const storage::UserKey& user,
                               const Decision& add) {
  std::optional<Memory> node = store.memory(user, add.memory_id);
  if (!node) return std::nullopt;
  std::vector<storage::VersionRecord> versions = store.versions(user, node->chain_id);
  storage::LogRange range;
  range.after = {add.at, add.sequence};
  range.known = log_paths(versions).known;
  const storage::LogRoute route = add.memory_id;
  std::optional<Memory> before;
  store.scan_log_index(user, {&route, 1}, range,
                       [&](const storage::LogPosition& position, const storage::LogSummary&) {
                         auto states = store.log_states(user, position.at, position.sequence);
                         if (!states || !states->before || states->before->id != add.memory_id)
                           return true;
                         before = std::move(states->before);
                         return false;
                       });
  if (before) return before;
  for (storage::VersionRecord& record : versions) {
    if (record.log_sequence == add.sequence) return stated_by(store, user, std::move(record));
  }
  return node;
}

/// Why there is nothing to be read.
StatesKept why_gone(const storage::LogEntry& entry) {
  if (entry.decision.redacted) return StatesKept::Erased;
  const bool was_kept =
      entry.states != storage::Digest{} || entry.decision.operation == Operation::Add;
  const bool rejected = entry.decision.status == Status::Error;
  return was_kept && !rejected ? StatesKept::Dropped : StatesKept::Never;
}

bool is_forgotten(const storage::Store& store, const storage::UserKey& user,
                  const Decision& decision) {
  const std::optional<Memory> memory = store.memory(user, decision.memory_id);
  return memory && memory->is_forgotten();
}

}  // namespace

std::optional<Memory> fact_of_decision(const storage::Store& store, const storage::UserKey& user,
                                       const Decision& decision) {
  if (decision.operation == Operation::Add) return as_added(store, user, decision);
  auto states = store.log_states(user, decision.at, decision.sequence);
  return states ? std::move(states->fact) : std::nullopt;
}

DecisionStates read_states(const storage::Store& store, std::string_view user,
                           std::uint64_t sequence) {
  const storage::UserKey key = storage::user_key(user);
  const std::optional<storage::LogEntry> entry = store.log_entry(key, sequence);
  if (!entry) {
    throw Error(ErrorCode::NotFound, "user " + std::string(user) + " has no decision #" +
                                         std::to_string(sequence) + "; `memfold log` lists them");
  }
  const Decision& decision = entry->decision;
  DecisionStates states;
  states.decision = decision;
  if (auto stored = store.log_states(key, decision.at, sequence)) {
    states.fact = std::move(stored->fact);
    states.before = std::move(stored->before);
    states.after = std::move(stored->after);
  } else if (decision.operation == Operation::Add && decision.status != Status::Error) {
    states.fact = fact_of_decision(store, key, decision);
  }
  if (!states.fact && !states.before && !states.after) {
    states.kept = why_gone(*entry);
  } else if (is_forgotten(store, key, decision)) {
    states.kept = StatesKept::Forgotten;
  }
  return states;
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
