// `memfold show`: one memory with its edges.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_show();

}  // namespace memfold::tools
