// `memfold maintain`: does what is due.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_maintain();

}  // namespace memfold::tools
