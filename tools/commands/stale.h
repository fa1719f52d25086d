// `memfold stale`: memories whose grounds are gone.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_stale();

}  // namespace memfold::tools
