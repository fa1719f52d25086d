// An answer that is one list of texts, read strictly.
#pragma once

#include <string>
#include <vector>

#include "remote/response.h"

namespace memfold::remote {

struct ListAnswer {
  std::vector<std::string> texts;  ///< collapsed to a line each, none empty
  std::string problem;             ///< why there is none; quotes nothing of it
  Usage usage;
};

/// What the model wrote: {"FIELD": [...]} with at most `most` texts and nothing besides. Throws
/// nothing but std::bad_alloc.
ListAnswer read_list_answer(const std::string& content, const char* field, std::size_t most);

/// The body of a chat completion that holds such an answer.
ListAnswer read_list_response(const std::string& body, const char* field, std::size_t most);

}  // namespace memfold::remote
