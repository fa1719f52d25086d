// Cursors of pages: where the next one begins, and of which query.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/hash.h"

namespace memfold {

/// What a query is known by, from a hash over all of it.
std::uint64_t query_mark(Sha256&& hash);

/// `mark` names the query; `place` is what its last entry is found by.
std::string encode_cursor(std::uint64_t mark, std::span<const std::int64_t> place);

/// Fills `place`. Throws Error(InvalidArgument) where the cursor is of another query, or none.
void decode_cursor(std::string_view cursor, std::uint64_t mark, std::span<std::int64_t> place);

}  // namespace memfold
