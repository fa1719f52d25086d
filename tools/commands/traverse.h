// `memfold traverse`: follows edges.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_traverse();

}  // namespace memfold::tools
