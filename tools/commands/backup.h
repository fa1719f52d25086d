// memfold backup DIR, memfold restore-backup DIR.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_backup();
std::unique_ptr<Command> make_restore_backup();

}  // namespace memfold::tools
