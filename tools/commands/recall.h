// `memfold recall`: the memories nearest to a question.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_recall();

}  // namespace memfold::tools
