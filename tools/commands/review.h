// `memfold review`: cases a person is asked about.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_review();

}  // namespace memfold::tools
