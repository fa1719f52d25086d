// The parts of a mail, decoded and weighed: which text is the mail, what is attached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/header_list.h"
#include "ingest/html_text.h"
#include "memfold/message.h"

namespace memfold::ingest {

/// Bounds on what one mail may cost. What lies beyond is left out, the rest is read.
struct MimeLimits {
  std::size_t max_text_bytes = std::size_t{2} << 20;  ///< decoded text of one mail
  int max_parts = 1000;                               ///< parts looked at
  int max_depth = 32;                                 ///< of multiparts and forwarded mails
  std::size_t max_boundary_lines = 20'000;            ///< lines that start with "--"
};

struct EnclosedMail;

struct MimeContent {
  std::string text;                    ///< of the mail itself; quotes and signature still in it
  bool is_html = false;                ///< text was HTML
  HtmlLook look;                       ///< of the HTML, whether its text was taken or not
  std::vector<EnclosedMail> enclosed;  ///< as message/rfc822
  std::vector<CalendarEvent> events;
  std::vector<Attachment> attachments;
  std::string problem;  ///< what had to be left out, empty when nothing
};

struct EnclosedMail {
  std::string headers;  ///< as stored
  MimeContent content;
};

/// Reads the body that belongs to `headers`. Of alternatives the plain text is taken unless it is
/// empty or a stub, then the HTML. `utc_offset_minutes` is the author's, for calendar times without
/// a zone. Never throws on bad input. Safe to call from any thread.
MimeContent read_mime(const HeaderList& headers, int utc_offset_minutes, const MimeLimits& limits);

/// Joins the soft line breaks of format=flowed (RFC 3676), undoes space-stuffing, keeps quote
/// marks.
std::string join_flowed(std::string_view text, bool delete_space);

}  // namespace memfold::ingest
