// What a host may put in the place of clocks and chance.
#pragma once

#include "memfold/remote.h"

namespace memfold::remote {

/// `options` with the machine's own clocks and random numbers where a hook is empty. sleep_for
/// stays as it is: Waiting knows what to do without.
RemoteOptions with_hooks(RemoteOptions options);

}  // namespace memfold::remote
