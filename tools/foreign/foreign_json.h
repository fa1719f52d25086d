// What the readers of foreign files share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/foreign/foreign.h"

namespace memfold::tools {

using ForeignJson = nlohmann::json;

/// The values of a text that is one value a line, empty lines left out. Throws UsageError naming
/// the first line that is no JSON.
std::vector<ForeignJson> json_lines(std::string_view text);

/// The text under the first of these keys that has one; empty: none has.
std::string text_at(const ForeignJson& entry, std::initializer_list<const char*> keys);

/// Reads the fact whose keys those of a request are (call/read_value.h) and adds it, or counts why
/// not.
void add_fact(const ForeignJson& fact, ForeignFacts& found);

}  // namespace memfold::tools
