// Mailboxes out of address headers.
#pragma once

#include <string_view>
#include <vector>

#include "memfold/message.h"

namespace memfold::ingest {

inline constexpr std::size_t kMaxAddresses = 1000;

/// Reads a From, To, Cc, ATTENDEE... value as stored. Tolerant: unquoted and encoded names,
/// comments, groups, missing brackets. At most kMaxAddresses; entries with neither name nor address
/// are left out. Linear.
std::vector<Mailbox> parse_addresses(std::string_view value);

}  // namespace memfold::ingest
