// Facts as JSON lines, wherever their bytes come from.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "ingest/byte_source.h"
#include "memfold/fact_lines.h"

namespace memfold::ingest {

/// `name` is what RejectedLine says as its source.
std::unique_ptr<FactReader> read_facts(std::unique_ptr<ByteSource> source, std::string name,
                                       FactReadOptions options);

/// One fact from one JSON object without a reader around it, e.g. from a command line; or what is
/// wrong with it. Here an unknown key is an error.
std::variant<Fact, std::string> parse_fact(std::string_view json,
                                           std::string_view default_user = {});

}  // namespace memfold::ingest
