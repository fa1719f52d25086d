// Numbers of decisions on the command line.
#pragma once

#include <cstdint>
#include <string>

namespace memfold::tools {

/// Reads "12" or "#12", as `memfold log` prints it. Throws UsageError naming `command` and
/// `printed_by`, the command that shows such numbers.
std::uint64_t require_sequence(const std::string& command, const std::string& text,
                               const std::string& printed_by);

}  // namespace memfold::tools
