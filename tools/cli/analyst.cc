#include "tools/cli/analyst.h"

#include "memfold/error.h"
#include "tools/cli/config.h"
#include "tools/cli/endpoint_usage.h"
#include "tools/cli/figures.h"

namespace memfold::tools {
namespace {

std::shared_ptr<const RemoteAnalyst> open_remote(const RemoteOptions& options) {
  try {
    return remote_analyst(options);
  } catch (const Error& error) {
    throw UsageError("configuration: analyst." + std::string(error.what()));
  }
}

/// How many comparisons there were and how many of them neither the store nor this process's own
/// rules answered.
CascadeCounters sent_of(const ConfiguredAnalyst& configured, std::uint64_t kept) {
  const std::uint64_t remote = configured.remote->counters().comparisons;
  CascadeCounters sent =
      configured.cascade ? configured.cascade->counters() : CascadeCounters{remote, remote};
  sent.comparisons += kept;
  return sent;
}

}  // namespace

ConfiguredAnalyst configured_analyst(const AnalystSettings& settings) {
  ConfiguredAnalyst configured;
  configured.analyst = builtin_analyst();
  if (settings.kind == AnalystKind::Builtin) return configured;
  configured.remote = open_remote(settings.remote);
  if (settings.kind == AnalystKind::Cascade) {
    configured.cascade = cascade_analyst(configured.analyst, configured.remote, settings.sure);
    configured.analyst = configured.cascade;
  } else {
    configured.analyst = configured.remote;
  }
  return configured;
}

std::string usage_text(const ConfiguredAnalyst& configured, std::uint64_t kept) {
  if (!configured.remote) return {};
  const RemoteCounters counters = configured.remote->counters();
  const CascadeCounters sent = sent_of(configured, kept);
  return calls_text(counters, kept) + ", " + percent_text(share(sent.sent, sent.comparisons)) +
         " of " + counted(sent.comparisons, "comparison") + " sent" + state_text(counters);
}

Json usage_json(const ConfiguredAnalyst& configured, std::uint64_t kept) {
  if (!configured.remote) return nullptr;
  const RemoteCounters counters = configured.remote->counters();
  const CascadeCounters sent = sent_of(configured, kept);
  Json json = {{"name", configured.analyst->name()},
               {"comparisons", sent.comparisons},
               {"sent", sent.sent},
               {"share_sent", share(sent.sent, sent.comparisons)},
               {"prefetched", counters.prefetched},
               {"kept", kept}};
  add_usage(json, counters, kept);
  return json;
}

}  // namespace memfold::tools
