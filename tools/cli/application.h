// The command line as a whole: parses it, runs the command it names, turns errors into messages.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/context.h"

namespace memfold::tools {

/// Runs `memfold` with these arguments (without the program's name) and returns its exit code.
/// Never throws: an error is one line on environment.err saying what was wrong, with what, and what
/// to do.
int run_application(const std::vector<std::string>& arguments, const Environment& environment);

}  // namespace memfold::tools
