// `memfold doctor`: whether this machine and this store are fit to work.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_doctor();

}  // namespace memfold::tools
