// The statements this thread read last. A fact is compared with many memories and a memory with
// many facts; reading them costs more than comparing them.
#pragma once

#include <memory>

#include "models/analyst/reading.h"

namespace memfold::models {

/// What Reading(statement) is, made anew only where this thread has not read the statement lately.
/// It holds copies of the texts, so it outlives them. Keeps a few megabytes a thread at most.
std::shared_ptr<const Reading> read(const Statement& statement);

}  // namespace memfold::models
