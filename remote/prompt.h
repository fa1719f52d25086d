// What the model is asked.
#pragma once

#include <string>

#include "memfold/analysis.h"
#include "memfold/models.h"
#include "remote/chat_form.h"

namespace memfold::remote {

/// Part of the Analyst's name: answers to different prompts are not the same answers. Goes up with
/// every change to the instructions, the examples, the schema or how statements are written.
inline constexpr int kPromptVersion = 1;

/// Statements stand between these; see marked().
inline constexpr const char* kDataBegin = "<statements>";
inline constexpr const char* kDataEnd = "</statements>";

/// The pair as the model sees it: the marks and one JSON object between them.
std::string statements_text(const StatementPair& pair);

/// The request about a pair.
class Prompt {
 public:
  explicit Prompt(const std::string& model);
  std::string request(const StatementPair& pair) const {
    return form_.request(statements_text(pair));
  }

 private:
  const ChatForm form_;
};

}  // namespace memfold::remote
