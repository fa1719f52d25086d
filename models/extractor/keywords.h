// The words that say best what a statement is about.
#pragma once

#include <string>
#include <vector>

#include "models/extractor/context.h"
#include "models/extractor/parse.h"

namespace memfold::models::extractor {

inline constexpr std::size_t kMaxKeywords = 5;

/// The folded word that `atom` gives, without its particle; empty for what tells nothing: function
/// words, verbs, values, marks, single letters. `as_noun`: what else is a verb ("build") is none
/// here.
std::string keyword_at(const Parse& parse, std::size_t atom, bool as_noun = false);

/// At most kMaxKeywords folded content words, best first: words shared with the topic, names and
/// long words before short ones; dates, verbs of saying and being and particles left out.
std::vector<std::string> find_keywords(const Parse& parse, const Topic& topic);

}  // namespace memfold::models::extractor
