// What an evaluation of recall found, for people and for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/cli/screen.h"
#include "tools/eval/recall.h"

namespace memfold::tools {

struct RecallEvaluation {
  std::string source;               ///< file and selection, e.g. "questions.jsonl, split tune"
  std::string embedder, tokenizer;  ///< name@version
  std::vector<QuestionOutcome> questions{};
  std::vector<RejectedLine> rejected{};
};

void print_evaluation(std::ostream& out, const Screen& screen, const RecallEvaluation& evaluation);

/// Questions whose answer did not come first by both, with what did.
void print_errors(std::ostream& out, const Screen& screen, const RecallEvaluation& evaluation);

/// As docs/cli.md describes it.
Json to_json(const RecallEvaluation& evaluation, bool with_errors);

}  // namespace memfold::tools
