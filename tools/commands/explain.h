// `memfold explain`: what would be decided about a fact, and why. Writes nothing.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_explain();

}  // namespace memfold::tools
