// `memfold backfill`: a mailbox archive of any size into memories.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_backfill();

}  // namespace memfold::tools
