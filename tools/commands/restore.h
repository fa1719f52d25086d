// `memfold restore`: brings back what was hidden.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_restore();

}  // namespace memfold::tools
