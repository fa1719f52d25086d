// From memories and decisions to what is stored beside them.
#pragma once

#include <span>
#include <vector>

#include "engine/prepare.h"
#include "memfold/decision.h"
#include "storage/records.h"

namespace memfold {

storage::FeatureRecord feature_record(const Memory& memory, const ExactKeys& keys);

/// Ids of a chain's memories, oldest first. A merged memory's versions lie together: it comes once.
std::vector<Id> members_of(std::span<const storage::VersionRecord> versions);

/// The step of a chain that `decision` led to.
storage::VersionRecord version_record(const Memory& memory, const Decision& decision);

}  // namespace memfold
