// A mail as an Extractor sees it: decoded, with what the author wrote set apart from the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

struct Mailbox {
  std::string name;     ///< decoded display name, may be empty
  std::string address;  ///< lower case, may be empty
  bool operator==(const Mailbox&) const = default;
};

/// A calendar part: an invite is a meeting.
struct CalendarEvent {
  std::string uid, method, summary, location, status;
  std::optional<Time> start, end;
  std::uint32_t sequence = 0;
  std::vector<Mailbox> attendees;
  Mailbox organizer;
  bool cancelled = false;
};

struct Attachment {
  std::string file_name, content_type;
  std::uint64_t bytes = 0;
};

/// How a mail was made, apart from its words: evidence on whether somebody wrote it to somebody.
/// Mails found below a header block have none of it.
struct MailMake {
  bool names_parent = false;   ///< In-Reply-To or References say what it answers
  bool html_only = false;      ///< no plain text but a stub
  bool marked_urgent = false;  ///< X-Priority 1 or 2, Importance: high
  bool hides_host = false;     ///< a link to a bare IP address, or with a name before an "@"
  std::uint32_t links = 0;     ///< <a href> in the HTML
  std::uint32_t fonts = 0;     ///< elements that only say how text looks: <font>, <img>
  bool operator==(const MailMake&) const = default;
};

/// All strings are valid UTF-8. Produced by ingest/, consumed by an Extractor.
struct Message {
  std::string id;         ///< Message-ID without <>, or derived from the raw bytes when missing
  std::string thread_id;  ///< X-GM-THRID, else the root of References, else derived
  Mailbox from;
  std::vector<Mailbox> to, cc;
  std::string subject;         ///< decoded, prefixes kept
  std::optional<Time> date;    ///< checked for sanity
  int utc_offset_minutes = 0;  ///< the author's time zone, for "tomorrow" and "3pm"
  bool is_reply = false;
  bool is_bulk = false;  ///< List-Unsubscribe or Precedence: bulk
  MailMake make;
  std::string list_id;
  std::vector<std::string> labels;  ///< X-Gmail-Labels

  std::string body;    ///< what the author wrote: no quotes, signature, footers
  std::string quoted;  ///< what was quoted, attribution lines removed
  std::string signature;
  std::vector<CalendarEvent> events;
  std::vector<Attachment> attachments;

  /// Mails it passes on whole, enclosed or below a header block: each with its own sender, date and
  /// subject, and with the id of this one, where its words are found.
  std::vector<Message> forwarded;
};

}  // namespace memfold
#pragma GCC visibility pop
