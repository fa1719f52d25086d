// What kind of value a question asks for, and which kinds a text holds.
#pragma once

#include <string_view>

#include "memfold/models.h"

namespace memfold::models {

/// Of "when", "how much", "몇 시" and the like, in English at the beginning or before a question
/// mark; nothing for questions that ask for none of these ("who", "why").
ValueKinds values_asked(std::string_view question);

/// Linear in the text.
ValueKinds values_told(std::string_view text);

}  // namespace memfold::models
