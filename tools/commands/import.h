// `memfold import`: what `memfold export` wrote, into a store.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_import();

}  // namespace memfold::tools
