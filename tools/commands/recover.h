// `memfold recover`: goes on with a shorter history, where a person says so.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_recover();

}  // namespace memfold::tools
