// `memfold undo`: takes a decision back.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_undo();

}  // namespace memfold::tools
