// What every benchmark prints first, so that a figure can be placed.
#pragma once

#include <string>

namespace memfold::bench {

/// Processor, cores, compiler, flags, kernels in use.
std::string machine_line();

}  // namespace memfold::bench
