// Moving a store to another embedder, resumable at any point.
#pragma once

#include "memfold/models.h"
#include "memfold/reembed.h"
#include "storage/store.h"

namespace memfold {

/// What Admin::reembed does, on a store that nothing else uses meanwhile. Call it inside
/// Threads::run.
///
/// Progress is what is stored: a memory with a gathered vector is done, whatever run gathered it.
/// Folding between two runs takes the gathered vector of whatever it changes away, so every run
/// ends with all of them right.
ReembedReport reembed_store(storage::Store& store, const Embedder& embedder,
                            const ReembedOptions& options);

/// What a store of this embedder is opened with.
storage::StoreIdentity identity_of(const Embedder& embedder);

}  // namespace memfold
