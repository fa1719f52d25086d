// `memfold history`: every version of a memory, oldest first.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_history();

}  // namespace memfold::tools
