// Whether a statement tells of the past: "deployed on Wednesday" names the Wednesday gone by.
#pragma once

#include <string_view>

#include "models/extractor/parse.h"

namespace memfold::models::extractor {

/// Whether the verb that `date` belongs to is in the past tense.
bool is_told_as_past(const Parse& parse, const DateMention& date);

/// A Korean word in a past form: 했습니다, 갔어요.
bool is_past_form(std::string_view korean);

}  // namespace memfold::models::extractor
