// What an evaluation found, for people and for programs.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/cli/screen.h"
#include "tools/eval/pairs.h"
#include "tools/eval/run.h"

namespace memfold::tools {

/// Pairs with what was said of each; `given` and `baseline` have one answer a pair.
struct Evaluation {
  std::string source;          ///< file and selection, e.g. "pairs.jsonl, split tune"
  std::string analyst;         ///< name@version
  std::optional<Mode> mode{};  ///< of the engine that was asked; absent: the Analyst alone
  std::vector<LabelledPair> pairs{};
  Answers given{};
  std::vector<Answer> baseline{};
  std::vector<RejectedLine> rejected{};
};

/// Who answered, e.g. "memfold-rules@1 alone".
std::string asked_text(const Evaluation& evaluation);

void print_evaluation(std::ostream& out, const Screen& screen, const Evaluation& evaluation);

/// Each pair that was answered wrongly, with both statements and why.
void print_errors(std::ostream& out, const Screen& screen, const Evaluation& evaluation);

/// As docs/cli.md describes it.
Json to_json(const Evaluation& evaluation, bool with_errors);

}  // namespace memfold::tools
