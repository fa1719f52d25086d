// Pictures of counts for a page: inline SVG, coloured by the page's style sheet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/cli/html.h"

namespace memfold::tools {

/// One kind of thing that is counted.
struct ChartSeries {
  std::string name;
  Markup style;  ///< class of its shapes
};

struct ChartColumn {
  std::string label;
  std::vector<std::uint64_t> counts;  ///< one a series
};

/// Columns side by side, the series stacked in each. `title` and `description` are what a screen
/// reader says.
Html stacked_columns(const std::string& title, const std::string& description,
                     const std::vector<ChartSeries>& series,
                     const std::vector<ChartColumn>& columns);

/// The names of the series with their colours.
Html legend(const std::vector<ChartSeries>& series);

/// A bar filled by `share` (0..1), for the cell of a table that says the figure as well.
Html bar_picture(double share);

}  // namespace memfold::tools
