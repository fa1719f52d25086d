// Keys of JSON input that nobody knows, and what was probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace memfold::ingest {

/// The known key most like `unknown` by edit distance, ASCII case as it is; empty when none is
/// within two edits or a third of its length. Pure.
std::string nearest_key(std::string_view unknown, std::span<const std::string_view> known);

/// "unknown key subjct; did you mean subject?", the key cut to 64 bytes.
std::string unknown_key_problem(std::string_view unknown, std::span<const std::string_view> known);

}  // namespace memfold::ingest
