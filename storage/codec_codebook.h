// Codebooks as bytes: docs/format.md.
#pragma once

#include <string>
#include <string_view>

#include "storage/records.h"

namespace memfold::storage {

std::string encode_codebook(const CodebookRecord& codebook);
/// Throws Error(Corruption) when the bytes are none.
CodebookRecord decode_codebook(std::string_view bytes);

}  // namespace memfold::storage
