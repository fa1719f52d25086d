// The decision log of a user, made whole where entries, their states or cases were lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "engine/maintain/repair_batch.h"

namespace memfold {

/// What a repair knows of an entry of the log.
struct LoggedStep {
  Time at;
  Operation operation = Operation::Noop;
  Id memory;
  std::optional<Id> target;
  std::optional<std::uint64_t> answers;
  Trigger trigger = Trigger::Realtime;
  bool leads_to_version = false, backdated = false;
  bool flagged = false;             ///< a case must be there
  bool should_have_states = false;  ///< unless retention took them
};

struct RestoredLog {
  std::map<std::uint64_t, LoggedStep> entries;
  std::uint64_t first_sequence = 1, next_sequence = 1;
  storage::Digest last_digest{};
};

/// Puts something in the place of each entry that is missing: with what versions (by the decision
/// they name), indexes, states and folded facts say of it. The same for states; cases come back
/// from the decisions that were flagged.
RestoredLog restore_log(RepairBatch& out,
                        const std::map<std::uint64_t, storage::VersionRecord>& versions);

}  // namespace memfold
