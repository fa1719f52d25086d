// Decisions as the log has them, for a person or a pipe.
#pragma once

#include <vector>

#include "tools/cli/context.h"

namespace memfold::tools {

/// On a terminal: three or four lines a decision. Elsewhere: a table. With an engine, also what
/// each was about.
void print_decisions(const Context& context, const std::vector<Decision>& decisions,
                     const Engine* engine = nullptr);

}  // namespace memfold::tools
