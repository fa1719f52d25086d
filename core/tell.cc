#include "core/tell.h"

#include "core/text.h"

namespace memfold {
namespace {

/// What other libraries say is as long as they please.
constexpr std::size_t kMostBytes = 1024;

std::string one_line(std::string_view text) {
  std::string line = to_valid_utf8(text.substr(0, kMostBytes));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  return line;
}

}  // namespace

void tell(const LogOptions& log, LogLevel level, std::string_view event, std::string_view text,
          std::initializer_list<std::pair<std::string_view, std::string>> fields) noexcept {
  if (!listens(log, level)) return;
  try {
    LogEvent told{level, event, one_line(text)};
    for (const auto& [key, value] : fields) told.fields.emplace_back(key, one_line(value));
    log.sink(told);
  } catch (...) {  // whoever listens badly hears no more of it
  }
}

}  // namespace memfold
