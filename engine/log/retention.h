// What the decision log lets go of with time.
#pragma once

#include <cstdint>
#include <string_view>

#include "storage/store.h"

namespace memfold {

/// Drops the states of one user's decisions made before `cutoff`, and with `entries` the oldest
/// entries too, up to the first one decided later. Returns how many entries. Reads only what it
/// drops. The user's lane must be held and, where entries were dropped or after an exception, be
/// thrown away.
std::uint64_t drop_old_log(storage::Store& store, std::string_view user, Time cutoff, bool entries);

}  // namespace memfold
