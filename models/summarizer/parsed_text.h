// The statements of a text, read once for a summary and for keywords.
#pragma once

#include <functional>
#include <string_view>

#include "models/extractor/parse.h"
#include "models/extractor/statements.h"

namespace memfold::models::summarizer {

/// Calls `visit` for what `text` (valid UTF-8) states, in order: a line is prose, more lines are
/// read as a mail is. The parse knows every way to say a day as one, whatever the day. This
/// thread's last text is not read again. Linear time.
void visit_statements(
    std::string_view text, const extractor::StatementSplitter& splitter,
    const std::function<void(const extractor::Statement&, const extractor::Parse&)>& visit);

/// Reads one statement so.
void parse_undated(std::string_view statement, extractor::Parse& parse);

}  // namespace memfold::models::summarizer
