// What the log of a user knows of a fact.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/fold/lane.h"
#include "memfold/decision.h"
#include "storage/store.h"

namespace memfold {

/// The sequence of the decision about it.
std::optional<std::uint64_t> find_logged(const storage::Store& store, const Lane& lane,
                                         const Id& fact);

/// None as well where retention has dropped the entry.
std::optional<Decision> logged_decision(const storage::Store& store, const Lane& lane,
                                        const Id& fact);

}  // namespace memfold
