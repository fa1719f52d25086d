// Log entries and the summaries in the log's indexes as bytes; docs/format.md has the layout.
#pragma once

#include <string>
#include <string_view>

#include "storage/codec_common.h"
#include "storage/records.h"

namespace memfold::storage {

/// SHA-256 of encoded states; zeros for none.
Digest digest_states(std::string_view encoded);

/// The chain digest of an entry whose encoded decision is `decision`.
Digest chain_digest(const Digest& previous, const Digest& states, std::string_view decision);

/// chain, states digest, then the encoded decision. The result replaces what `out` held.
void encode_log_entry(const Digest& chain, const Digest& states, std::string_view decision,
                      std::string& out);
LogEntry decode_log_entry(std::string_view bytes);
/// The encoded decision within an entry, for computing the chain again.
std::string_view decision_bytes(std::string_view entry);

inline constexpr std::size_t kLogSummaryBytes = 24;
void encode(const LogSummary& summary, std::string& out);
LogSummary decode_log_summary(std::string_view bytes);

}  // namespace memfold::storage
