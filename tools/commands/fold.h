// `memfold fold`: facts as JSON lines in, decisions as JSON lines out.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_fold();

}  // namespace memfold::tools
