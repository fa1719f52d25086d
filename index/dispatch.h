// Which kernels this machine can run, and which of them are in use.
#pragma once

#include <span>
#include <string_view>

#include "index/kernels.h"

namespace memfold::index {

/// The kernels this machine can run, fastest first; the last is the plain one. Thread-safe.
std::span<const Kernels* const> available_kernels();

/// The kernels called `name`, or the fastest for an empty name. Throws Error(Unsupported), naming
/// what there is, for a name that is unknown or that this machine cannot run.
const Kernels& kernels_named(std::string_view name);

/// kernels_named(MEMFOLD_ISA), decided at first use and kept from then on. Thread-safe.
const Kernels& active_kernels();

}  // namespace memfold::index
