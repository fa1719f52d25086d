// Keys of a JSON line that no fact has.
#pragma once

#include <ostream>

#include "ingest/jsonl_fold.h"

namespace memfold::tools {

/// One line a key: how often, where first, and what was probably meant.
void print_unknown_keys(std::ostream& err, const ingest::JsonlFoldSummary& summary);

}  // namespace memfold::tools
