// `memfold completion`: a completion script for a shell.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_completion();

}  // namespace memfold::tools
