// Bytes as text (RFC 4648, section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace memfold {

std::string to_base64(std::string_view bytes);

/// Strict: whole groups of four, padding at the end alone; nothing for anything else.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace memfold
