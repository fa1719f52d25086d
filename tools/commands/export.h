// `memfold export`: the store as a file that can be imported, or as a graph.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_export();

}  // namespace memfold::tools
