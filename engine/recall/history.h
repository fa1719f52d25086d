// Chains, read back.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// What a version states: the state kept with it or, of the last one of a memory, the memory.
/// Throws Error(Corruption) when neither is there.
Memory stated_by(const storage::Store& store, const storage::UserKey& user,
                 storage::VersionRecord record);

/// The fact as it was decided about, from wherever it is kept; nothing when it is no longer, or
/// the decision was about none. Of an ADD whose memory changed since, as the oldest state that is
/// kept has it: retention may have dropped the first.
std::optional<Memory> fact_of_decision(const storage::Store& store, const storage::UserKey& user,
                                       const Decision& decision);

/// See Engine::states.
DecisionStates read_states(const storage::Store& store, std::string_view user,
                           std::uint64_t sequence);

/// The chain of any of its members, oldest first; empty when there is no such memory.
std::vector<VersionStep> read_history(const storage::Store& store, const storage::UserKey& user,
                                      const Id& id);

}  // namespace memfold
