#include "remote/caller.h"

#include "core/tell.h"
#include "remote/hooks.h"
#include "remote/retry.h"

namespace memfold::remote {
namespace {

enum class Next { Take, Retry, GiveUp };

bool is_transient(int status) {
  return status == 429 || (status >= 500 && status <= 599);
}

Next next_after(const HttpReply& reply) {
  switch (reply.transport) {
    case Transport::TimedOut:
    case Transport::Unreachable:
      return Next::Retry;
    case Transport::TooLarge:
    case Transport::Refused:
    case Transport::Stopped:
      return Next::GiveUp;
    case Transport::Answered:
      break;
  }
  if (reply.status == 200) return Next::Take;
  return is_transient(reply.status) ? Next::Retry : Next::GiveUp;
}

/// The body of an error may repeat what was sent; only the status is told.
std::string problem_of(const HttpReply& reply) {
  if (reply.transport == Transport::Answered) {
    return "the endpoint answered HTTP " + std::to_string(reply.status);
  }
  return "no response from the endpoint: " + reply.problem;
}

HttpLimits limits_of(const RemoteOptions& options) {
  const int read = options.read_timeout_ms > 0 ? options.read_timeout_ms : options.timeout_ms;
  return {options.connect_timeout_ms, read, options.timeout_ms,
          std::size_t(options.max_response_bytes)};
}

}  // namespace

Caller::Caller(const RemoteOptions& options, std::string_view path)
    : options_(with_hooks(options)),
      key_(ApiKey::load(options)),
      http_(parse_endpoint(options.endpoint, path), key_, limits_of(options)),
      permits_(options.max_concurrent),
      breaker_(options.breaker_failures, std::int64_t{options.breaker_cooldown_ms} * 1000,
               options_.hooks.steady_micros),
      budget_(options.max_calls, options.max_tokens),
      waiting_(options.hooks.sleep_for) {}

Asked Caller::ask(const std::string& request, bool is_guess) {
  for (int retry = 0;; ++retry) {
    HttpReply reply;
    {
      const Permit permit(permits_, !is_guess);
      if (const char* const refusal = refusal_of(bool(permit), retry)) {
        return give_up(refusal, retry);
      }
      reply = call(request, retry);
    }
    const Next next = next_after(reply);
    if (next == Next::Take) {
      breaker_.succeeded();
      return {key_.redacted(std::move(reply.body)), {}};
    }
    const bool is_last = retry == options_.max_retries || breaker_.state() == BreakerState::Open;
    if (next == Next::GiveUp || is_last) {
      reply.transport == Transport::Stopped ? breaker_.left() : breaker_.failed();
      return give_up(problem_of(reply), retry + 1);
    }
    wait_before(retry + 1, reply);
  }
}

/// Why no call is made, or null. The breaker is asked after the wait for a permit, since what was
/// tried meanwhile may have opened it, and once a comparison.
const char* Caller::refusal_of(bool has_permit, int retry) {
  if (has_permit && retry == 0 && !breaker_.enter()) {
    return "the endpoint failed several times in a row and is left alone for a while";
  }
  if (has_permit && budget_.take_call()) return nullptr;
  if (has_permit || retry > 0) breaker_.left();
  return has_permit ? "the budget of calls or tokens is used up" : "it was stopped";
}

HttpReply Caller::call(const std::string& request, int retry) {
  meter_.add(&EndpointCounters::calls);
  if (retry > 0) meter_.add(&EndpointCounters::retries);
  const std::int64_t before = options_.hooks.steady_micros();
  HttpReply reply = http_.post(request);
  if (reply.transport == Transport::Answered) {
    meter_.add_latency(options_.hooks.steady_micros() - before);
  }
  return reply;
}

Asked Caller::give_up(const std::string& problem, int calls) {
  if (calls > 0) {
    meter_.add(&EndpointCounters::failures);
    tell(options_.log, LogLevel::Warning, "endpoint_failed", "a question was given up: " + problem,
         {{"model", options_.model}, {"calls", std::to_string(calls)}});
  } else {
    tell(options_.log, LogLevel::Debug, "endpoint_refused", "a question was not asked: " + problem,
         {{"model", options_.model}});
  }
  return {std::nullopt,
          problem + (calls > 1 ? ", after " + std::to_string(calls) + " calls" : std::string()),
          calls};
}

void Caller::wait_before(int retry, const HttpReply& reply) {
  const auto asked_for = parse_retry_after(reply.retry_after, options_.hooks.wall_clock());
  const std::int64_t millis = retry_delay(options_, retry, options_.hooks.random(), asked_for);
  tell(options_.log, LogLevel::Info, "endpoint_retry",
       "a question is asked again after a while: " + problem_of(reply),
       {{"model", options_.model},
        {"retry", std::to_string(retry)},
        {"wait_ms", std::to_string(millis)}});
  waiting_.wait(millis);
}

void Caller::spend(std::int64_t prompt_tokens, std::int64_t completion_tokens) {
  budget_.add_tokens(prompt_tokens + completion_tokens);
  meter_.add(&EndpointCounters::prompt_tokens, std::uint64_t(prompt_tokens));
  meter_.add(&EndpointCounters::completion_tokens, std::uint64_t(completion_tokens));
}

void Caller::note_unusable() {
  meter_.add(&EndpointCounters::unusable);
  tell(options_.log, LogLevel::Warning, "answer_unusable",
       "an answer of the model has not the form that was asked for", {{"model", options_.model}});
}

void Caller::note_fallback() const {
  tell(options_.log, LogLevel::Info, "model_fell_back",
       "the fallback answered for want of a good answer", {{"model", options_.model}});
}

EndpointCounters Caller::counters() const {
  EndpointCounters counters = meter_.counters();
  counters.breaker = breaker_.state();
  counters.budget_used_up = budget_.is_used_up();
  return counters;
}

void Caller::stop() {
  http_.stop();
  permits_.stop();
  waiting_.stop();
}

}  // namespace memfold::remote
