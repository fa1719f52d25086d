// What a report says of the store: one piece of markup a subject, empty where there is nothing.
#pragma once

#include <string>
#include <vector>

#include "tools/cli/report_page.h"

namespace memfold::tools {

/// A table with a title over every column.
struct ReportColumn {
  Markup title;
  Markup style = "";
};
Html report_table(Markup caption, const std::vector<ReportColumn>& columns, const Html& rows);

/// A day, e.g. "2026-01-22".
std::string day_text(Time time);

Html timeline_section(const ReportPage& page);
Html categories_section(const ReportPage& page);
Html threads_section(const ReportPage& page);
Html people_section(const ReportPage& page);
Html chains_section(const ReportPage& page);
Html waiting_section(const ReportPage& page);

}  // namespace memfold::tools
