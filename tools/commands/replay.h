// `memfold replay`: a stretch of the log, decided again under other settings.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_replay();

}  // namespace memfold::tools
