// `memfold jobs`: works sources into memories.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_jobs();

}  // namespace memfold::tools
