// What `memfold doctor` looks at.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/context.h"

namespace memfold::tools {

enum class Health { Ok, Warn, Fail };

struct Finding {
  Health health = Health::Ok;
  std::string check;   ///< what was looked at
  std::string text;    ///< what was found, with figures
  std::string advice;  ///< what to do; empty when nothing
};

/// Looks at the build, the processor, the configuration, a scratch store and, where one is named,
/// the store itself. Writes only to a temporary directory. Never throws for what it examines.
std::vector<Finding> examine(const Context& context);

}  // namespace memfold::tools
