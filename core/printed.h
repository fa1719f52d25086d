// Times and ids as to_string() prints them, without a string: for what prints many.
#pragma once

#include <array>
#include <string_view>

#include "memfold/id.h"
#include "memfold/time.h"

namespace memfold {

using PrintedTime = std::array<char, 32>;  ///< at most 27 are used
using PrintedId = std::array<char, 32>;

/// Into `buffer`, where the text stays.
std::string_view printed(Time time, PrintedTime& buffer);
std::string_view printed(const Id& id, PrintedId& buffer);

}  // namespace memfold
