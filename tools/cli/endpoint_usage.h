// What was asked of an endpoint, for a summary.
#pragma once

#include <string>

#include "memfold/remote.h"
#include "tools/cli/json.h"

namespace memfold::tools {

/// "12 calls (1 repeated), 9,120 tokens, 3 cache hits". `more_hits` are answers that another memory
/// than the endpoint's own gave.
std::string calls_text(const EndpointCounters& counters, std::uint64_t more_hits = 0);

/// ", median 0.8 s; 2 without an answer; the budget is used up" as far as there is any of it.
std::string state_text(const EndpointCounters& counters);

/// Adds the counters to `json`.
void add_usage(Json& json, const EndpointCounters& counters, std::uint64_t more_hits = 0);

}  // namespace memfold::tools
