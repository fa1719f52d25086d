// Bytes in some character set to UTF-8, whatever was declared.
#pragma once

#include <string>
#include <string_view>

namespace memfold::ingest {

/// Whether every byte is below 0x80.
bool is_ascii(std::string_view bytes);

/// Converts `bytes` to valid UTF-8 without NULs. `charset` is what the mail declares, in any case,
/// possibly wrong, unknown or empty. Korean labels are read as CP949, GB ones as GB18030, Latin-1
/// and US-ASCII as windows-1252, as their users meant them. Where nothing useful is declared, or
/// the bytes contradict it: valid UTF-8 is taken as that, bytes that pair up as Hangul as CP949,
/// the rest as windows-1252. Never fails; linear.
std::string to_utf8(std::string_view bytes, std::string_view charset);

}  // namespace memfold::ingest
