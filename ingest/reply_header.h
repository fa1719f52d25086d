// The block of headers that mailers put before a mail they quote or forward without marks.
#pragma once

#include <cstddef>
#include <vector>

#include "ingest/author_lines.h"

namespace memfold::ingest {

/// Whether such a block, or the divider above one, starts at `lines[at]`: a sender's name with two
/// others known from author_patterns.h near it, or, in any language, lines "Name: value" of which
/// two carry addresses and one a date with a clock.
bool starts_reply_header(const std::vector<MailLine>& lines, std::size_t at);

}  // namespace memfold::ingest
