// `memfold reembed`: moves a store to another embedder.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_reembed();

}  // namespace memfold::tools
