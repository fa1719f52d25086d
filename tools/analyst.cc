#include "tools/analyst.h"

#include <algorithm>

#include "memfold/error.h"
#include "tools/config.h"
#include "tools/figures.h"

namespace memfold::tools {
namespace {

constexpr double kMicrosPerMilli = 1000;

/// In the order of BreakerState.
constexpr std::string_view kBreakerNames[] = {"closed", "open", "half_open"};

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

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : double(part) / double(whole);
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
  std::string text = counted(counters.calls, "call");
  if (counters.retries > 0) text += " (" + count_text(counters.retries) + " repeated)";
  text += ", " + counted(counters.prompt_tokens + counters.completion_tokens, "token") + ", " +
          counted(counters.cache_hits + kept, "cache hit") + ", " +
          percent_text(share(sent.sent, sent.comparisons)) + " of " +
          counted(sent.comparisons, "comparison") + " sent";
  if (counters.answers > 0) {
    text += ", median " + duration_text(double(counters.latency_p50) / 1e6);
  }
  const std::uint64_t unanswered = counters.failures + counters.refused;
  if (unanswered > 0) text += "; " + count_text(unanswered) + " without an answer";
  if (counters.unusable > 0) text += "; " + count_text(counters.unusable) + " unusable";
  if (counters.budget_used_up) text += "; the budget is used up";
  if (counters.breaker != BreakerState::Closed) text += "; the endpoint does not answer";
  return text;
}

Json usage_json(const ConfiguredAnalyst& configured, std::uint64_t kept) {
  if (!configured.remote) return nullptr;
  const RemoteCounters counters = configured.remote->counters();
  const CascadeCounters sent = sent_of(configured, kept);
  const auto millis = [](std::uint64_t micros) { return double(micros) / kMicrosPerMilli; };
  return {{"name", configured.analyst->name()},
          {"comparisons", sent.comparisons},
          {"sent", sent.sent},
          {"share_sent", share(sent.sent, sent.comparisons)},
          {"prefetched", counters.prefetched},
          {"cache_hits", counters.cache_hits + kept},
          {"kept", kept},
          {"calls", counters.calls},
          {"retries", counters.retries},
          {"failures", counters.failures},
          {"refused", counters.refused},
          {"unusable", counters.unusable},
          {"prompt_tokens", counters.prompt_tokens},
          {"completion_tokens", counters.completion_tokens},
          {"tokens", counters.prompt_tokens + counters.completion_tokens},
          {"latency_ms",
           {{"mean",
             millis(counters.latency_sum) / double(std::max<std::uint64_t>(counters.answers, 1))},
            {"median", millis(counters.latency_p50)},
            {"p95", millis(counters.latency_p95)},
            {"max", millis(counters.latency_max)}}},
          {"breaker", kBreakerNames[std::size_t(counters.breaker)]},
          {"budget_used_up", counters.budget_used_up}};
}

}  // namespace memfold::tools
