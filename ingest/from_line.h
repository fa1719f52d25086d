// The `From ` line that starts each message of an mbox.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "memfold/time.h"

namespace memfold::ingest {

struct FromLine {
  std::optional<Time> date;   ///< as written, read as UTC where no offset is given
  bool format_patch = false;  ///< git's own: a commit id and a fixed date
};

/// Reads a line that starts with "From " (line end left out or in). Empty unless its tail is a date
/// as mailers write it there (asctime, with or without zone, or RFC 5322), so that a sentence that
/// begins with "From" is not taken for one. Allocates nothing, linear in the line, which is looked
/// at only up to 512 bytes.
std::optional<FromLine> parse_from_line(std::string_view line);

/// Undoes `From ` quoting in place: every line `>+From ` loses one `>`.
void unquote_from_lines(std::string& message);

}  // namespace memfold::ingest
