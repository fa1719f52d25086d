// Options whose value is one of a list of names.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/settings.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {

/// The value of this name. Throws UsageError listing those there are, and what was probably meant.
template <typename E>
E named_option(const std::string& option, const std::string& text) {
  E value{};
  const std::string wrong = read_value(text, value);
  if (wrong.empty()) return value;
  const std::vector<std::string> names(all_names<E>().begin(), all_names<E>().end());
  throw UsageError(option + " " + wrong + ", not \"" + printable(text) + "\"" +
                   suggestion(text, names));
}

}  // namespace memfold::tools
