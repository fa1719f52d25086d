#include "tools/cli/sequence_number.h"

#include <charconv>

#include "tools/cli/config.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {

std::uint64_t require_sequence(const std::string& command, const std::string& text,
                               const std::string& printed_by) {
  const std::string source = "; `" + printed_by + "` prints them";
  if (text.empty()) throw UsageError(command + " needs the number of a decision" + source);
  const char* const begin = text.data() + (text.front() == '#' ? 1 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t sequence = 0;
  const auto [stop, error] = std::from_chars(begin, end, sequence);
  if (error == std::errc() && stop == end && sequence > 0) return sequence;
  throw UsageError("\"" + printable(text) + "\" is no number of a decision, such as 12 or #12" +
                   source);
}

}  // namespace memfold::tools
