// Lines of erased sources, to look for afterwards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace memfold::graph {

/// Adds the longest lines of a text, cut where they are very long: not all, for an erasure may take
/// thousands of sources.
void add_lines(std::string_view text, std::vector<std::string>& lines);

}  // namespace memfold::graph
