// Keys of a JSON line that are not among those it may have.
#pragma once

#include <map>
#include <ostream>
#include <string>

#include "ingest/fact_reader.h"

namespace memfold::tools {

/// One line a key: how often, where first, and what was probably meant.
void print_unknown_keys(std::ostream& err,
                        const std::map<std::string, UnknownKey, std::less<>>& unknown_keys);

}  // namespace memfold::tools
