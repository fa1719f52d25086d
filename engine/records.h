// From memories and decisions to what is stored beside them.
#pragma once

#include "engine/prepare.h"
#include "memfold/decision.h"
#include "storage/records.h"

namespace memfold {

storage::FeatureRecord feature_record(const Memory& memory, const ExactKeys& keys);

/// The step of a chain that `decision` led to.
storage::VersionRecord version_record(const Memory& memory, const Decision& decision);

}  // namespace memfold
