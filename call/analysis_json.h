// What an Analyst behind a door is asked, and what it answers.
#pragma once

#include <string>
#include <string_view>

#include "call/read_value.h"
#include "call/show.h"
#include "memfold/analysis.h"

namespace memfold::call {

/// Two of them are compared.
void show(Writer& out, const Statement& statement);

/// The answer, an object with the keys that `explain` shows of an analysis; only the verdict is
/// needed. Throws std::invalid_argument that says what is wrong with it, without its content.
Analysis analysis_of_text(std::string_view answer, const std::string& analyst);
Analysis analysis_of(const RequestJson& answer, const std::string& analyst);

}  // namespace memfold::call
