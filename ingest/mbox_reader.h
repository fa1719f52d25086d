// mbox archives in all their dialects: mboxo, mboxrd, mboxcl, mboxcl2, Gmail Takeout.
//
// A `From ` line separates messages only after an empty line (or at the start) and with a date-like
// tail. A Content-Length that leads exactly to the next separator or the end is believed, so mails
// that carry unquoted `From ` lines stay whole. Lines `>+From ` lose one `>`.
#pragma once

#include <memory>
#include <string>

#include "ingest/byte_source.h"
#include "memfold/archive.h"

namespace memfold::ingest {

/// Of a beginning, and of what stands before a place, that are hashed for a ResumePoint.
inline constexpr std::size_t kFingerprintBytes = 4096;

/// Reads the mbox in `path` ("-" for standard input, then without resuming).
/// Throws Error when it cannot be opened.
std::unique_ptr<MessageReader> open_mbox(const std::string& path, const MailReadOptions& options);

/// The same over bytes already open, which cannot be resumed; `name` is given as the source.
std::unique_ptr<MessageReader> read_mbox(std::unique_ptr<ByteSource> source,
                                         const std::string& name, const MailReadOptions& options);

}  // namespace memfold::ingest
