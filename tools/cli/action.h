// Commands that do one of several things: `memfold review accept`, `memfold jobs retry`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/screen.h"
#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {

/// The action of this name. Throws UsageError naming those there are, or the one that was meant.
template <typename Action>
const Action& find_action(const std::string& command, const std::string& wanted,
                          std::span<const Action> actions) {
  std::vector<std::string> names;
  std::string list;
  for (const Action& action : actions) {
    if (action.name == wanted) return action;
    names.emplace_back(action.name);
    list += (list.empty() ? "" : ", ") + names.back();
  }
  const std::string meant = suggestion(wanted, names);
  throw UsageError(command + " has no action \"" + printable(wanted) + "\"" +
                   (meant.empty() ? "; give one of " + list : meant));
}

}  // namespace memfold::tools
