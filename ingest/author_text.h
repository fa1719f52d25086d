// What the author of a mail wrote, set apart from what came along with it.
#pragma once

#include <string>
#include <string_view>

namespace memfold::ingest {

struct AuthorText {
  std::string body;       ///< the author's own words; paragraphs apart by one empty line
  std::string quoted;     ///< quoted and forwarded text without marks and attribution lines
  std::string signature;  ///< behind "-- " or a closing ("Best regards,", "감사합니다.")
};

/// Takes the text of a mail (valid UTF-8, LF or CRLF) apart. Quotes are lines with ">", what
/// follows a reply header ("-----Original Message-----", "보낸 사람:", "From: ... Sent: ...") or an
/// attribution ("On ... wrote:", "…님이 작성:"). List footers, legal disclaimers, diffs, diffstats
/// and commit trailers are left out of all three; a commit message stays. Linear, deterministic.
AuthorText separate_author_text(std::string_view text);

}  // namespace memfold::ingest
