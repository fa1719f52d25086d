#include "tools/cli/endpoint_usage.h"

#include <algorithm>

#include "tools/cli/figures.h"

namespace memfold::tools {
namespace {

constexpr double kMicrosPerMilli = 1000;

/// In the order of BreakerState.
constexpr std::string_view kBreakerNames[] = {"closed", "open", "half_open"};

}  // namespace

std::string calls_text(const EndpointCounters& counters, std::uint64_t more_hits) {
  std::string text = counted(counters.calls, "call");
  if (counters.retries > 0) text += " (" + count_text(counters.retries) + " repeated)";
  return text + ", " + counted(counters.prompt_tokens + counters.completion_tokens, "token") +
         ", " + counted(counters.cache_hits + more_hits, "cache hit");
}

std::string state_text(const EndpointCounters& counters) {
  std::string text;
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

void add_usage(Json& json, const EndpointCounters& counters, std::uint64_t more_hits) {
  const auto millis = [](std::uint64_t micros) { return double(micros) / kMicrosPerMilli; };
  const auto answers = double(std::max<std::uint64_t>(counters.answers, 1));
  json["cache_hits"] = counters.cache_hits + more_hits;
  json["calls"] = counters.calls;
  json["retries"] = counters.retries;
  json["failures"] = counters.failures;
  json["refused"] = counters.refused;
  json["unusable"] = counters.unusable;
  json["prompt_tokens"] = counters.prompt_tokens;
  json["completion_tokens"] = counters.completion_tokens;
  json["tokens"] = counters.prompt_tokens + counters.completion_tokens;
  json["latency_ms"] = {{"mean", millis(counters.latency_sum) / answers},
                        {"median", millis(counters.latency_p50)},
                        {"p95", millis(counters.latency_p95)},
                        {"max", millis(counters.latency_max)}};
  json["breaker"] = kBreakerNames[std::size_t(counters.breaker)];
  json["budget_used_up"] = counters.budget_used_up;
}

}  // namespace memfold::tools
