// The bytes of a source as text.
#pragma once

#include <string>
#include <string_view>

namespace memfold::ingest {

/// Valid UTF-8 without a byte order mark: what the mark says, else as to_utf8 tells. Linear.
std::string source_text(std::string_view raw);

}  // namespace memfold::ingest
