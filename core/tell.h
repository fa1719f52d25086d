// Telling a host's log of an event.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "memfold/log_event.h"

namespace memfold {

/// Whether anybody listens to this level: what is costly to say is asked about first.
inline bool listens(const LogOptions& log, LogLevel level) noexcept {
  return log.sink && level >= log.level;
}

/// Tells it where anybody listens, as one line of UTF-8. What the sink throws is swallowed, and an
/// event for which there is no memory goes unsaid. Text and fields hold nothing that a memory says.
void tell(const LogOptions& log, LogLevel level, std::string_view event, std::string_view text,
          std::initializer_list<std::pair<std::string_view, std::string>> fields = {}) noexcept;

}  // namespace memfold
