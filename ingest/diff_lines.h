// Diffs pasted into mails.
#pragma once

#include <vector>

#include "ingest/author_lines.h"

namespace memfold::ingest {

/// Marks the lines of unified, context and git diffs as boilerplate. A hunk is as long as its
/// header says, so text behind it is kept. Each line is passed once.
void mark_diffs(std::vector<MailLine>& lines);

}  // namespace memfold::ingest
