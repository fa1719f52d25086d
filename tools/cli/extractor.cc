#include "tools/cli/extractor.h"

#include "memfold/error.h"
#include "tools/cli/config.h"
#include "tools/cli/endpoint_usage.h"
#include "tools/cli/figures.h"

namespace memfold::tools {

ConfiguredExtractor configured_extractor(const ExtractorSettings& settings,
                                         const ImportanceOptions& importance) {
  const auto builtin = builtin_extractor(importance);
  if (settings.kind == ModelKind::Builtin) return {builtin, nullptr};
  try {
    const auto remote = remote_extractor(settings.remote, builtin);
    return {remote, remote};
  } catch (const Error& error) {
    throw UsageError("configuration: extractor." + std::string(error.what()));
  }
}

std::string usage_text(const ConfiguredExtractor& configured) {
  if (!configured.remote) return {};
  const RemoteExtractorCounters counters = configured.remote->counters();
  std::string text = calls_text(counters) + ", " + counted(counters.facts, "fact") + " from " +
                     count_text(counters.sent) + " of " + counted(counters.mails, "mail") +
                     state_text(counters);
  if (counters.fallbacks > 0) {
    text += "; " + counted(counters.fallbacks, "mail") + " read by the built-in one instead";
  }
  if (counters.dropped > 0) {
    text += "; " + counted(counters.dropped, "statement") + " left out as not in the mail";
  }
  return text;
}

Json usage_json(const ConfiguredExtractor& configured) {
  if (!configured.remote) return nullptr;
  const RemoteExtractorCounters counters = configured.remote->counters();
  Json json = {{"name", configured.remote->name()},
               {"mails", counters.mails},
               {"sent", counters.sent},
               {"fallbacks", counters.fallbacks},
               {"facts", counters.facts},
               {"dropped", counters.dropped}};
  add_usage(json, counters);
  return json;
}

}  // namespace memfold::tools
