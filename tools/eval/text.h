// Figures of an evaluation as text and JSON. A share of nothing is "-" and null.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/eval/figures.h"
#include "tools/eval/lines.h"

namespace memfold::tools {

std::string figure_text(const std::optional<double>& figure);  ///< "0.856"
std::string figure_text(const Share& share);                   ///< "0.856 (358 of 418)"
std::string band_text(const ConfidenceBand& band);             ///< "0.8-0.9"

Json figure_json(const std::optional<double>& figure);
Json figure_json(const Share& share);  ///< {n, right, share}
Json rejected_json(const std::vector<RejectedLine>& rejected);

}  // namespace memfold::tools
