// `memfold stats`: how much is stored and what was decided.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_stats();

}  // namespace memfold::tools
