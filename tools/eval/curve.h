// Precision and recall over thresholds of confidence, as a table or as a picture.
#pragma once

#include <span>
#include <string>

#include "tools/eval/figures.h"

namespace memfold::tools {

/// language,class,threshold,precision,recall,given,right,expected; a share of nothing is empty.
std::string curve_csv(std::span<const Curve> curves);

/// An SVG picture that needs nothing else: a row of panels a language, a panel a class. `curves` as
/// curves_of gives them; `subject` says whose they are, on which pairs.
std::string curve_svg(std::span<const Curve> curves, const std::string& subject);

}  // namespace memfold::tools
