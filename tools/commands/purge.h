// `memfold purge`: erases for good what was hidden long enough.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_purge();

}  // namespace memfold::tools
