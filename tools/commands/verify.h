// `memfold verify`: reads everything and reports what does not agree.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_verify();

}  // namespace memfold::tools
