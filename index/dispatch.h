// Which kernels this machine can run, and which of them are in use: by core/isa.h.
#pragma once

#include <span>

#include "index/kernels.h"

namespace memfold::index {

/// The kernels this machine can run, from the plain ones to the fastest. Thread-safe.
std::span<const Kernels* const> available_kernels();

/// The fastest for active_isa(), decided at first use and kept from then on. Throws as that does.
/// Thread-safe.
const Kernels& active_kernels();

}  // namespace memfold::index
