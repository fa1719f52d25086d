#include "storage/column_family.h"

#include <algorithm>

namespace memfold::storage {

std::optional<Family> parse_family(std::string_view name) {
  const auto found = std::find(kFamilyNames.begin(), kFamilyNames.end(), name);
  if (found == kFamilyNames.end()) return std::nullopt;
  return static_cast<Family>(found - kFamilyNames.begin());
}

}  // namespace memfold::storage
