// What the decision log lets go of with time.
#pragma once

#include <cstdint>

#include "engine/lane.h"
#include "storage/store.h"

namespace memfold {

/// Drops the states of one user's decisions made before `cutoff`, and with `entries` the oldest
/// entries too, up to the first one decided later. Returns how many entries. Reads only what it
/// drops. After an exception the lane must be thrown away.
std::uint64_t drop_old_log(storage::Store& store, Lane& lane, Time cutoff, bool entries);

}  // namespace memfold
