// `memfold forget`: hides or erases what is known.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_forget();

}  // namespace memfold::tools
