// `memfold eval`: how well labelled pairs of statements are told apart. Needs no store.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_eval();

}  // namespace memfold::tools
