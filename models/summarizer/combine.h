// Two texts as one.
#pragma once

#include <string>
#include <string_view>

#include "models/analyst/reading.h"

namespace memfold::models::summarizer {

/// Whether `whole` says everything that `part` says.
bool covers(const Reading& whole, const Reading& part);

/// Joins two texts sentence by sentence and drops what is said already.
std::string combine(std::string_view existing, std::string_view incoming);

}  // namespace memfold::models::summarizer
