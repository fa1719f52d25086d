// Commits that follow from their number alone, so that a store can be checked without knowing how
// it came about: after a kill or a failure it must hold exactly the batches 0..n-1, each whole.
#pragma once

#include <cstdint>

#include "storage/store.h"

namespace memfold::storage {

inline constexpr int kBatchDimension = 16;
inline constexpr int kFactsPerBatch = 4;

StoreOptions numbered_options();
StoreOptions read_only_options();

/// Nodes, features, vectors, versions, edges, decisions, counters and a checkpoint of one batch.
CommitBatch numbered_batch(std::uint64_t number);

/// Reads everything through every column family and index, and reports what disagrees as a test
/// failure. Returns the number of batches the store holds.
std::uint64_t check_numbered_batches(const Store& store);

}  // namespace memfold::storage
