// One statement out of a known one and one that changes some of its values.
#pragma once

#include <optional>
#include <string>

#include "memfold/analysis.h"

namespace memfold::models::summarizer {

/// `existing` with each value that `incoming` gives anew in the place of the old one, wherever it
/// stands, and behind it `incoming`, where it says more than that. Nothing where it cannot be told
/// which value is meant, where none is given anew, or where `existing` names days by their distance
/// ("tomorrow"), which would be others from now on.
std::optional<std::string> revise(const Statement& existing, const Statement& incoming);

}  // namespace memfold::models::summarizer
