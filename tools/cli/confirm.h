// Asking before something that cannot be taken back.
#pragma once

#include <string>

#include "tools/cli/context.h"

namespace memfold::tools {

/// Whether someone sits at this command and can be asked.
bool can_ask(const Context& context);

/// Asks "`question`? [y/N]" and reads a line; anything but y or yes is a no. Where nobody can be
/// asked, throws UsageError saying that `would` be done and that --yes does it.
bool confirm(const Context& context, const std::string& question, const std::string& would);

}  // namespace memfold::tools
