// A mail passed on inside the text of another, below a block that says who wrote it and when.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/mail_date.h"
#include "memfold/message.h"

namespace memfold::ingest {

struct ForwardedText {
  std::string_view above;  ///< what the forwarding author's text has before it
  Mailbox from;
  std::vector<Mailbox> to, cc;
  std::string subject;
  MailDate date;
  std::string text;  ///< of the forwarded mail, with its own quotations and signature
};

/// Whether the subject starts with a mark of forwarding in some language (Fwd:, 전달:, WG: ...).
bool is_forward_subject(std::string_view subject);

/// The first header block in `text` (valid UTF-8), if it stands above a forwarded mail and not
/// above a quotation: the subject said so (`says_forward`) or the line above does ("----- Forwarded
/// message -----", "전달된 메시지"). It must name a sender and a date that can be read; a clock
/// without a zone is that of `utc_offset_minutes`. Linear. Safe to call from any thread.
std::optional<ForwardedText> find_forwarded(std::string_view text, bool says_forward,
                                            int utc_offset_minutes);

}  // namespace memfold::ingest
