// What an evaluation of an Extractor found, for people and for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/cli/screen.h"
#include "tools/eval/extraction.h"

namespace memfold::tools {

struct ExtractionEvaluation {
  std::string source;     ///< file and selection, e.g. "mails.jsonl, split tune"
  std::string extractor;  ///< name@version
  std::vector<MailOutcome> mails{};
  std::vector<RejectedLine> rejected{};
};

void print_evaluation(std::ostream& out, const Screen& screen,
                      const ExtractionEvaluation& evaluation);

/// Mail by mail: what was missed, what is superfluous, and what has a wrong category or date.
void print_errors(std::ostream& out, const Screen& screen, const ExtractionEvaluation& evaluation);

/// As docs/cli.md describes it.
Json to_json(const ExtractionEvaluation& evaluation, bool with_errors);

}  // namespace memfold::tools
