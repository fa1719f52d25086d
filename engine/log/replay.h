// What if: a stretch of the log decided again under other options.
#pragma once

#include "engine/amend/amendment.h"
#include "memfold/amend.h"

namespace memfold {

/// Admin::replay. Works in a store of its own in the system's temporary directory, which goes
/// away. Facts are embedded by the engine's Embedder: vectors a host gave are not kept with a fact.
ReplayReport replay_log(const AmendContext& context, const ReplayQuery& query);

}  // namespace memfold
