// What a backfill says when it is done.
#pragma once

#include <ostream>
#include <string>

#include "ingest/backfill.h"
#include "memfold/engine.h"
#include "tools/json.h"
#include "tools/screen.h"

namespace memfold::tools {

struct BackfillReport {
  const ingest::BackfillSummary& summary;
  Stats store;  ///< of the user, afterwards
  std::string db;
  bool dry_run;
};

Json to_json(const BackfillReport& report);
void print(std::ostream& out, const Screen& screen, const BackfillReport& report);

}  // namespace memfold::tools
