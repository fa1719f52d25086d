// The words and phrases that tell a text from others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/extractor/statements.h"

namespace memfold::models::summarizer {

/// At most `count`, the most telling first: folded nouns and noun phrases of up to three words
/// (runs without function words, verbs or marks between, as in RAKE: Rose et al. 2010, "Automatic
/// keyword extraction from individual documents"), Korean ones without particles. Weighed by how
/// often and how early they stand, and by being names. Dates, amounts, addresses and numbers are
/// none. Log-linear time.
std::vector<std::string> telling_phrases(std::string_view text, std::size_t count,
                                         const extractor::StatementSplitter& splitter);

}  // namespace memfold::models::summarizer
