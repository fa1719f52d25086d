// What an evaluation of streams found, for people and for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/cli/screen.h"
#include "tools/eval/stream_run.h"

namespace memfold::tools {

struct StreamEvaluation {
  std::string source;             ///< file and selection, e.g. "streams.jsonl, split tune"
  std::string analyst, embedder;  ///< name@version
  Mode mode = Mode::Balanced;
  std::vector<Stream> streams{};
  std::vector<StreamOutcome> outcomes{};  ///< one a stream
  std::vector<RejectedLine> rejected{};
};

void print_evaluation(std::ostream& out, const Screen& screen, const StreamEvaluation& evaluation);

/// Each decision that was wrong or left a text that is, and each question not answered by the first
/// hit.
void print_errors(std::ostream& out, const Screen& screen, const StreamEvaluation& evaluation);

/// As docs/streams.md describes it.
Json to_json(const StreamEvaluation& evaluation, bool with_errors);

}  // namespace memfold::tools
