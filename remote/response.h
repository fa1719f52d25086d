// What every response of an OpenAI-compatible endpoint has in common, and a chat completion.
#pragma once

#include <cstdint>
#include <string>

#include "remote/strict_json.h"

namespace memfold::remote {

/// Of the response's "usage"; 0 where it says nothing of the kind.
struct Usage {
  std::int64_t prompt_tokens = 0, completion_tokens = 0;
};

Usage usage_of(const Received& response);

/// What the model wrote, unless there is a problem.
struct Completion {
  std::string text;
  std::string problem;  ///< what is wrong with the response; quotes nothing of it
  Usage usage;
};

/// Reads the body of a chat completion. Throws nothing but std::bad_alloc.
Completion read_completion(const std::string& body);

}  // namespace memfold::remote
