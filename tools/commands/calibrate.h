// `memfold calibrate`: fits the map from the embedder's cosine to similarity.
#pragma once

#include <memory>

#include "tools/command.h"

namespace memfold::tools {

std::unique_ptr<Command> make_calibrate();

}  // namespace memfold::tools
