// Mails as sources.
#pragma once

#include <string>
#include <string_view>

#include "memfold/source_reader.h"

namespace memfold::ingest {

/// A mail as bytes (RFC 822), or as JSON {from, to, cc, subject, body, headers, date} where raw
/// begins with "{". The mails it passes on come before it, each by itself.
SourceReading read_mail_source(const Source& source, const SourceLimits& limits);

/// The bytes of a mail in JSON, as if it had been sent: everything else is read off them.
std::string mail_of_json(std::string_view json, const SourceLimits& limits,
                         std::vector<Attachment>& attachments);

}  // namespace memfold::ingest
