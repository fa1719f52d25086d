// One digest of everything a store means, and the check that its parts agree.
#pragma once

#include <string>
#include <vector>

#include "memfold/engine.h"
#include "storage/store.h"

namespace memfold {

/// SHA-256 over users, memories, versions, vectors, edges, log and folded facts in a fixed order;
/// processing times and what is computed from them, checkpoints and the layout of files are left
/// out. 64 hex digits.
std::string digest_store(const storage::Store& store);

/// Cross-checks every record; see Admin::verify.
VerifyReport verify_store(const storage::Store& store, const StopWhen& stop);

/// Every user and team of whom anything is stored, also where the record that names them is lost;
/// without those whose import did not finish.
std::vector<std::string> owners_in(const storage::Store& store);

}  // namespace memfold
