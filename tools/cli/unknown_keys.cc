#include "tools/cli/unknown_keys.h"

#include "tools/cli/figures.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {

void print_unknown_keys(std::ostream& err,
                        const std::map<std::string, UnknownKey, std::less<>>& unknown_keys) {
  for (const auto& [key, seen] : unknown_keys) {
    err << "memfold: unknown key " << printable(key) << " ignored in "
        << counted(seen.count, "line") << ", first in line " << seen.first_line;
    if (!seen.nearest.empty()) err << "; did you mean " << seen.nearest << "?";
    err << '\n';
  }
}

}  // namespace memfold::tools
