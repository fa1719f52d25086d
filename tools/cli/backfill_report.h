// What a backfill says when it is done.
#pragma once

#include <ostream>
#include <string>

#include "memfold/backfill.h"
#include "memfold/engine.h"
#include "memfold/fact_lines.h"
#include "tools/cli/analyst.h"
#include "tools/cli/embedder.h"
#include "tools/cli/extractor.h"
#include "tools/cli/fields.h"
#include "tools/cli/json.h"
#include "tools/cli/screen.h"
#include "tools/cli/summarizer.h"

namespace memfold::tools {

struct BackfillReport {
  const BackfillSummary& summary;  ///< `broken` also lists the rejected lines of facts
  Stats store;                     ///< of the user, afterwards
  std::string db;
  bool dry_run;
  bool has_mail = true;  ///< not only files of facts
  ConfiguredAnalyst analyst{};
  ConfiguredEmbedder embedder{};
  ConfiguredExtractor extractor{};
  ConfiguredSummarizer summarizer{};
  std::string page{};  ///< file of the HTML report; empty: none
};

/// Adds what a file of facts came to, and took.
void add_facts(BackfillSummary& summary, const JsonlFoldSummary& facts, double seconds);

/// What an interrupted run leaves, and how to go on. `resumes`: the next run finds its place.
std::string interrupted_text(bool dry_run, bool resumes);

/// What came of the run, one thing a row.
Fields fields_of(const BackfillReport& report);

Json to_json(const BackfillReport& report);
void print(std::ostream& out, const Screen& screen, const BackfillReport& report);

}  // namespace memfold::tools
