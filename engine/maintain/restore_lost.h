// Bringing back what was lost with the files it lay in, from what the other records say of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memfold/models.h"
#include "storage/store.h"

namespace memfold {

struct Restored {
  std::uint64_t records = 0;  ///< written
  /// "memory 0f3a... of user mina": what no other record holds. Something without content stands in
  /// its place, so that everything else can be read on.
  std::vector<std::string> lost;
};

/// Memories and versions come back from the states kept with the log's decisions, versions from
/// decisions and memories, vectors from contents by `embedder` (null: memories go without). What
/// cannot come back is marked as lost, and what rests on nothing any more goes: vectors, edges,
/// names, jobs and kept comparisons of what is not there. Derived records are not touched: call
/// rebuild_derived() after it. Not one commit: when it is cut short it has to be run again.
Restored restore_lost(storage::Store& store, const Embedder* embedder, const std::string& user);

}  // namespace memfold
