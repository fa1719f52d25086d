// `memfold graph`: looks at the nodes around the memories.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_graph();

}  // namespace memfold::tools
