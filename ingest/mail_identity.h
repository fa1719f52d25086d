// When a mail was written, what it is called and which thread it belongs to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/header_list.h"
#include "ingest/mail_date.h"
#include "memfold/message.h"

namespace memfold::ingest {

/// The Date header where it can be true; else the newest Received header, else the `From ` line's
/// date, else nothing. A date is absurd before 1980, more than two days after the mail was received
/// or more than a year before.
struct DatedMail {
  std::optional<Time> time;
  int utc_offset_minutes = 0;
};
DatedMail date_of(const HeaderList& headers, const std::optional<Time>& envelope_date);

/// The ids between < and > in References or In-Reply-To, in order; bare words count where there are
/// no brackets.
std::vector<std::string> message_ids(std::string_view value);

/// The Message-ID without <>; where there is none, "sha256-" and the hash of the mail.
std::string id_of(const HeaderList& headers, std::string_view raw);

/// Whether the subject starts with a reply prefix of some language (Re:, 답장:, 회신:, AW: ...).
bool is_reply_subject(std::string_view subject);

/// X-GM-THRID; else the root of References, else In-Reply-To, else the mail it forwards; else, for
/// a mail that says it is a reply without saying to what, a hash of subject and participants; else
/// the mail's own id, which its replies will name as their root. `message` has everything but
/// thread_id.
std::string thread_of(const HeaderList& headers, const Message& message);

}  // namespace memfold::ingest
