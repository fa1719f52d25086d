// `memfold config`: the effective configuration and where each value came from.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_config();

}  // namespace memfold::tools
