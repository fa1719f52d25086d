// A raw mail to a Message: decoded, dated, threaded, with what the author wrote set apart.
#pragma once

#include <optional>
#include <string>

#include "ingest/mime_parts.h"
#include "memfold/archive.h"
#include "memfold/message.h"

namespace memfold::ingest {

struct ParsedMail {
  Message message;
  std::string broken;   ///< why it is no mail at all; empty when it can be used
  std::string problem;  ///< what was left out of a mail that can be used; empty when nothing
};

/// Reads a mail as far as it makes sense; only bytes that have no header at all are broken. A
/// missing Message-ID is derived from the SHA-256 of the bytes. Never throws on bad input; safe to
/// call from any thread; the same bytes always give the same Message.
ParsedMail parse_mail(const RawMessage& raw, const MimeLimits& limits = {});

/// The date parse_mail gives, from the headers alone; nothing for what is broken.
std::optional<Time> sent_at(const RawMessage& raw);

}  // namespace memfold::ingest
