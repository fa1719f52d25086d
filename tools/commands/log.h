// `memfold log`: the decisions of a user, page by page.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_log();

}  // namespace memfold::tools
