// What a backfill says when it is done.
#pragma once

#include <ostream>
#include <string>

#include "ingest/backfill.h"
#include "ingest/jsonl_fold.h"
#include "memfold/engine.h"
#include "tools/analyst.h"
#include "tools/fields.h"
#include "tools/json.h"
#include "tools/screen.h"

namespace memfold::tools {

struct BackfillReport {
  const ingest::BackfillSummary& summary;  ///< `broken` also lists the rejected lines of facts
  Stats store;                             ///< of the user, afterwards
  std::string db;
  bool dry_run;
  ConfiguredAnalyst analyst{};
  std::string page{};  ///< file of the HTML report; empty: none
};

/// Adds what a file of facts came to.
void add_facts(ingest::BackfillSummary& summary, const ingest::JsonlFoldSummary& facts);

/// What came of the run, one thing a row.
Fields fields_of(const BackfillReport& report);

Json to_json(const BackfillReport& report);
void print(std::ostream& out, const Screen& screen, const BackfillReport& report);

}  // namespace memfold::tools
