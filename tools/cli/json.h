// How commands print JSON. What values look like as JSON is call/json.h's.
#pragma once

#include <ostream>
#include <string>

#include "call/json.h"

namespace memfold::tools {

using call::by_name;
using call::Json;
using call::to_json;

/// The outcome of an input line that gave no decision.
Json rejected_line(std::uint64_t line, const std::string& error);

/// JSON as text: ill-formed UTF-8 replaced, what a terminal would obey (is_obeyed) escaped.
/// Indented by so much a level; -1: on one line.
std::string json_text(const Json& json, int indent);

/// One line of json_text().
void print_line(std::ostream& out, const Json& json);

/// Indented, for `--json` of commands that print one document.
void print_document(std::ostream& out, const Json& json);

}  // namespace memfold::tools
