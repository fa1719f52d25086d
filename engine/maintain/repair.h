// Building anew what follows from the rest of a store.
#pragma once

#include <cstdint>
#include <string>

#include "storage/store.h"

namespace memfold {

/// Features, timeline, indexes of the log, folded facts, mirrored edges and counters of one user
/// from its nodes, log and edges. Returns how many records were written. Not one commit: when it is
/// cut short it has to be run again.
std::uint64_t rebuild_derived(storage::Store& store, const std::string& user);

}  // namespace memfold
