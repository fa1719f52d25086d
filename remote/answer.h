// What the endpoint answered, read as strictly as a stranger's word deserves.
#pragma once

#include <optional>
#include <string>

#include "memfold/analysis.h"
#include "memfold/models.h"
#include "remote/response.h"

namespace memfold::remote {

/// A response read. Exactly one of analysis and problem is there.
struct Answer {
  std::optional<Analysis> analysis;  ///< all but `analyst`
  std::string problem;               ///< what is wrong with it; quotes nothing of it
  Usage usage;
};

/// Reads the body of a chat completion for `pair`. Throws nothing but std::bad_alloc.
Answer read_response(const std::string& body, const StatementPair& pair);

/// Reads what the model wrote: one JSON object of the schema.
Answer read_answer(const std::string& content, const StatementPair& pair);

}  // namespace memfold::remote
