// `memfold analyze`: the structured comparison of two statements. Needs no store.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_analyze();

}  // namespace memfold::tools
