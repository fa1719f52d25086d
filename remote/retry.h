// How long to wait before asking again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "memfold/remote.h"

namespace memfold::remote {

/// Milliseconds a Retry-After header asks for: seconds, or an HTTP date seen from `now`. Not
/// negative; empty for anything else.
std::optional<std::int64_t> parse_retry_after(const std::string& header, Time now);

/// Milliseconds before retry number `retry` (from 1): exponential backoff with full jitter,
/// `random` in [0, 1), and not less than what the endpoint asked for, up to the options' cap.
std::int64_t retry_delay(const RemoteOptions& options, int retry, double random,
                         std::optional<std::int64_t> asked_for);

}  // namespace memfold::remote
