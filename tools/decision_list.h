// Decisions as the log has them, for a person or a pipe.
#pragma once

#include <vector>

#include "tools/context.h"

namespace memfold::tools {

/// On a terminal: three lines a decision. Elsewhere: a table.
void print_decisions(const Context& context, const std::vector<Decision>& decisions);

}  // namespace memfold::tools
