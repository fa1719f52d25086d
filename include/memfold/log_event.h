// What an engine tells its host's log: what no call would say.
//
//   options.log.sink = [](const memfold::LogEvent& event) { std::clog << event.text << '\n'; };
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace memfold {

enum class LogLevel : std::uint8_t { Debug = 0, Info, Warning, Error };

/// Something that happened. It never holds what a memory, fact or source says, a key or an API key,
/// nor the name of a user.
struct LogEvent {
  LogLevel level = LogLevel::Info;
  std::string_view event;  ///< its name, snake_case and for ever: the table in docs/events.md
  std::string text;        ///< the same for a person, one line of UTF-8
  /// Figures and names of parts, as docs/events.md has them for each event.
  std::vector<std::pair<std::string, std::string>> fields{};
};

/// Who is told of events. Off by default: nothing is printed anywhere.
struct LogOptions {
  /// Called from any thread, from several at once, and while locks are held: it returns soon and
  /// uses no engine. What it throws is swallowed. It must outlive the engine, and what it captures
  /// is let go with it.
  std::function<void(const LogEvent&)> sink{};
  LogLevel level = LogLevel::Info;  ///< this and what is graver
};

}  // namespace memfold
#pragma GCC visibility pop
