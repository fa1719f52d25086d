// The words that say best what a statement is about.
#pragma once

#include <string>
#include <vector>

#include "models/extractor/context.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

inline constexpr std::size_t kMaxKeywords = 5;

/// At most kMaxKeywords folded content words, best first: words shared with the topic, names and
/// long words before short ones; dates, verbs of saying and being and particles left out.
std::vector<std::string> find_keywords(const Parse& parse, const Topic& topic);

}  // namespace memfold::models::extractor
