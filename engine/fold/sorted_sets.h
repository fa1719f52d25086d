// Counting over ascending sequences without repeats.
#pragma once

#include <cstddef>

namespace memfold {

/// How many elements two ascending ranges share. Linear.
template <typename Range>
std::size_t count_common(const Range& a, const Range& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++common;
    const bool step_a = *i <= *j, step_b = *j <= *i;
    if (step_a) ++i;
    if (step_b) ++j;
  }
  return common;
}

}  // namespace memfold
