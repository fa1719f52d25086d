// `memfold source`: adds raw sources and shows them.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_source();

}  // namespace memfold::tools
