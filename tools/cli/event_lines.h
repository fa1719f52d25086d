// Events of the engine as lines on standard error: --log-level.
#pragma once

#include <optional>
#include <ostream>

#include "memfold/log_event.h"
#include "tools/cli/settings.h"

namespace memfold::tools {

/// "warning limit_reached facts were refused facts=3", a line each; `err` is borrowed. No level:
/// nobody listens.
LogOptions event_lines(std::ostream& err, std::optional<LogLevel> level);

/// Has every remote model of the settings tell there too.
void listen_to_models(Settings& settings, const LogOptions& log);

}  // namespace memfold::tools
