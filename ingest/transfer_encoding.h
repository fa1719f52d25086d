// Content-Transfer-Encoding undone, tolerantly: damaged input gives what can be read of it.
#pragma once

#include <string>
#include <string_view>

namespace memfold::ingest {

/// Appends what `text` encodes. Characters outside the alphabet are passed over, missing padding
/// and a cut end are fine, and decoding goes on behind padding (concatenated encodings).
void decode_base64(std::string_view text, std::string& out);

/// Quoted-printable as in a body; a bad escape stays as it is.
void decode_quoted_printable(std::string_view text, std::string& out);

/// Decodes `text` by the name in a Content-Transfer-Encoding header (any case), stopping once
/// `limit` bytes are there. Unknown names and 7bit, 8bit, binary give the text itself.
std::string decode_transfer(std::string_view text, std::string_view encoding, std::size_t limit);

}  // namespace memfold::ingest
