// A backfill and the store it left as one page that needs nothing but itself.
#pragma once

#include <string>
#include <vector>

#include "memfold/time.h"
#include "tools/cli/backfill_report.h"
#include "tools/cli/html.h"
#include "tools/cli/store_survey.h"

namespace memfold::tools {

struct ReportPage {
  const BackfillReport& run;
  const StoreSurvey& store;
  std::string user;
  std::vector<std::string> inputs;  ///< as named on the command line
  Time written_at;
};

/// A whole HTML document: no scripts, nothing from elsewhere, every text escaped and cut. Its size
/// is bounded whatever the archive.
std::string report_page(const ReportPage& page);

/// Makes the folder, readable by its owner only, unless it is there. The name of the page in it.
/// Throws Error(Io).
std::string prepare_report(const std::string& directory);

/// Puts `page` in the place of the file, all of it or nothing. Throws Error(Io).
void write_report(const std::string& file, const std::string& page);

}  // namespace memfold::tools
