#include "tools/cli/summarizer.h"

#include "memfold/error.h"
#include "tools/cli/config.h"
#include "tools/cli/endpoint_usage.h"
#include "tools/cli/figures.h"

namespace memfold::tools {

ConfiguredSummarizer configured_summarizer(const SummarizerSettings& settings) {
  const auto builtin = builtin_summarizer();
  if (settings.kind == ModelKind::Builtin) return {builtin, nullptr};
  try {
    const auto remote = remote_summarizer(settings.remote, builtin);
    return {remote, remote};
  } catch (const Error& error) {
    throw UsageError("configuration: summarizer." + std::string(error.what()));
  }
}

std::string usage_text(const ConfiguredSummarizer& configured) {
  if (!configured.remote) return {};
  const RemoteSummarizerCounters counters = configured.remote->counters();
  if (counters.asked == 0) return {};
  std::string text = calls_text(counters) + ", " + count_text(counters.sent) + " of " +
                     counted(counters.asked, "question") + " answered" + state_text(counters);
  if (counters.fallbacks > 0) {
    text += "; " + counted(counters.fallbacks, "answer") + " by the built-in one instead";
  }
  if (counters.unsupported > 0) {
    text += "; " + counted(counters.unsupported, "answer") + " refused as not in the texts";
  }
  return text;
}

Json usage_json(const ConfiguredSummarizer& configured) {
  if (!configured.remote) return nullptr;
  const RemoteSummarizerCounters counters = configured.remote->counters();
  Json json = {{"name", configured.remote->name()},
               {"asked", counters.asked},
               {"sent", counters.sent},
               {"fallbacks", counters.fallbacks},
               {"unsupported", counters.unsupported},
               {"dropped", counters.dropped}};
  add_usage(json, counters);
  return json;
}

}  // namespace memfold::tools
