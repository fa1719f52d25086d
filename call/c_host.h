// The callbacks of a C host as the models an engine knows.
#pragma once

#include "call/engine_options.h"
#include "memfold.h"

namespace memfold::call {

/// Copies the structs; the callbacks and their contexts stay the host's. Throws
/// Error(InvalidArgument) for a struct that is not filled in.
HostModels host_models(const mf_host& host);

}  // namespace memfold::call
