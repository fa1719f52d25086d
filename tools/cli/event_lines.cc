#include "tools/cli/event_lines.h"

#include <memory>
#include <mutex>

#include "memfold/kinds.h"
#include "tools/cli/json.h"
#include "tools/cli/text_width.h"

namespace memfold::tools {
namespace {

std::string line_of(const LogEvent& event) {
  std::string line =
      std::string(name(event.level)) + " " + std::string(event.event) + " " + printable(event.text);
  for (const auto& [key, value] : event.fields) {
    const bool is_word = !value.empty() && value.find_first_of(" \"=") == std::string::npos;
    line += " " + key + "=" + (is_word ? printable(value) : json_text(value, -1));
  }
  return line + "\n";
}

}  // namespace

LogOptions event_lines(std::ostream& err, std::optional<LogLevel> level) {
  if (!level) return {};
  const auto mutex = std::make_shared<std::mutex>();
  const auto sink = [&err, mutex](const LogEvent& event) {
    const std::string line = line_of(event);
    const std::lock_guard lock(*mutex);
    err << line << std::flush;
  };
  return {sink, *level};
}

void listen_to_models(Settings& settings, const LogOptions& log) {
  for (RemoteOptions* remote :
       {&settings.analyst.remote, static_cast<RemoteOptions*>(&settings.embedder.remote),
        static_cast<RemoteOptions*>(&settings.extractor.remote),
        static_cast<RemoteOptions*>(&settings.summarizer.remote)}) {
    remote->log = log;
  }
}

}  // namespace memfold::tools
