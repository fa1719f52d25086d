// What the model is asked.
#pragma once

#include <string>

#include "memfold/analysis.h"
#include "memfold/models.h"

namespace memfold::remote {

/// Part of the Analyst's name: answers to different prompts are not the same answers. Goes up with
/// every change to the instructions, the examples, the schema or how statements are written.
inline constexpr int kPromptVersion = 1;

/// Statements stand between these. Within, < and > are always written as \u003c and \u003e, so
/// neither mark can occur in what a statement says.
inline constexpr const char* kDataBegin = "<statements>";
inline constexpr const char* kDataEnd = "</statements>";

/// The pair as the model sees it: the marks and one JSON object between them.
std::string statements_text(const StatementPair& pair);

/// The body of a chat completion request.
class Prompt {
 public:
  explicit Prompt(const std::string& model);
  std::string request(const StatementPair& pair) const;

 private:
  std::string head_, tail_;  ///< of the body, around the one message that differs
};

}  // namespace memfold::remote
