// Whether a statement tells of the past: "deployed on Wednesday" names the Wednesday gone by.
#pragma once

#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// Whether the verb that `date` belongs to is in the past tense.
bool is_told_as_past(const Parse& parse, const DateMention& date);

}  // namespace memfold::models::extractor
