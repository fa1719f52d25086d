// Comparisons by a language model behind an OpenAI-compatible chat endpoint (OpenAI, Ollama, vLLM,
// llama.cpp server), and a cascade that sends it only what another Analyst is not sure of.
//
// The one part of memfold that opens a connection: a library of its own, memfold::remote. Both
// statements of a pair, their subject lines and times are sent to the endpoint, nothing else of a
// store; docs/analyst.md says so in full.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "memfold/models.h"
#include "memfold/time.h"

namespace memfold {

/// What a remote Analyst takes from its surroundings. Each is called from several threads at once;
/// what is empty is the machine's own.
struct RemoteHooks {
  Clock wall_clock{};                                    ///< for the dates of Retry-After
  std::function<std::int64_t()> steady_micros{};         ///< never goes back; latency, cool-down
  std::function<double()> random{};                      ///< uniform in [0, 1), for the jitter
  std::function<void(std::int64_t millis)> sleep_for{};  ///< between two tries
};

/// How a remote Analyst reaches its endpoint and how much it may ask of it.
struct RemoteOptions {
  /// Up to and without "/chat/completions", which is appended where it is missing. Without user,
  /// query and fragment. Only http and https.
  std::string endpoint = "http://127.0.0.1:11434/v1";
  std::string model;  ///< as the endpoint names it; required

  /// Where the key is found, one of the two or neither: the name of an environment variable, or a
  /// file that holds the key alone. Sent as "Authorization: Bearer", never logged or printed.
  std::string api_key_env, api_key_file;
  /// Text travels unencrypted to this machine only, unless this is set.
  bool allow_plain_http = false;

  int connect_timeout_ms = 5'000;
  int read_timeout_ms = 0;  ///< longest silence within a call; 0: timeout_ms
  int timeout_ms = 60'000;  ///< one call in all; a comparison may take several, see max_retries
  std::int64_t max_response_bytes = std::int64_t{1} << 20;  ///< headers and body

  /// Further calls after 429, 5xx, a time-out or a failed connection. The wait before the n-th is
  /// drawn from 0 to backoff_ms * 2^(n-1), at most backoff_max_ms, and not shorter than what
  /// Retry-After asks for, of which at most retry_after_max_ms is waited.
  int max_retries = 4;
  int backoff_ms = 500, backoff_max_ms = 30'000, retry_after_max_ms = 60'000;

  int max_concurrent = 8;  ///< calls under way at once; as many threads serve prefetch()
  /// After so many comparisons in a row without an answer none is tried for breaker_cooldown_ms;
  /// then one is let through, and its end decides.
  int breaker_failures = 5;
  int breaker_cooldown_ms = 30'000;

  /// Over the life of the Analyst; 0: no limit. Calls include retries and those of prefetch().
  /// Tokens are those the endpoint reports, so calls under way may go past the limit.
  std::int64_t max_calls = 0, max_tokens = 0;

  int memo_entries = 10'000;  ///< comparisons kept in memory; least recently used go

  RemoteHooks hooks{};
};

/// Throws Error(InvalidArgument) that begins with the name of the field at fault. Reads no key.
void validate(const RemoteOptions& options);

enum class BreakerState : std::uint8_t { Closed = 0, Open, HalfOpen };

/// What was asked of an endpoint so far.
struct EndpointCounters {
  std::uint64_t cache_hits = 0;  ///< questions asked again and answered from memory
  std::uint64_t calls = 0;       ///< requests sent, retries among them
  std::uint64_t retries = 0;
  std::uint64_t failures = 0;  ///< questions given up after calls that failed
  std::uint64_t refused = 0;   ///< questions given up without a call: budget or breaker
  std::uint64_t unusable = 0;  ///< answers that were none
  std::uint64_t prompt_tokens = 0, completion_tokens = 0;  ///< as the endpoint reports them

  std::uint64_t answers = 0;  ///< calls that got a response, whatever it said; the latencies are
                              ///< theirs, in microseconds, percentiles within 1/8 above
  std::uint64_t latency_sum = 0, latency_max = 0, latency_p50 = 0, latency_p95 = 0;

  BreakerState breaker = BreakerState::Closed;
  bool budget_used_up = false;  ///< a call was not made because of max_calls or max_tokens
};

/// What a remote Analyst did so far; a question is a comparison.
struct RemoteCounters : EndpointCounters {
  std::uint64_t comparisons = 0;  ///< calls of compare()
  std::uint64_t prefetched = 0;   ///< comparisons begun ahead
};

/// An Analyst over the network, named "remote:MODEL@promptN". Thread-safe.
///
/// compare() returns in every case. Where no answer could be had, or what came is no valid
/// Analysis, Analysis::answered is false, which makes a decision a case for a person. The same pair
/// (contents, subjects, times) is asked once and then remembered, an unusable answer too; a
/// comparison that failed is tried again when asked again.
///
/// Must outlive its calls; destruction ends what prefetch() began.
class RemoteAnalyst : public Analyst {
 public:
  virtual RemoteCounters counters() const = 0;
};

/// Reads the key. Throws Error(InvalidArgument) as validate() does and for a key that is missing or
/// no key; no message holds the key. Connects to nothing yet.
std::shared_ptr<const RemoteAnalyst> remote_analyst(const RemoteOptions& options);

struct CascadeCounters {
  std::uint64_t comparisons = 0;
  std::uint64_t sent = 0;  ///< of these, answered by the second Analyst
};

/// Two Analysts as one; Analysis::analyst names the one that answered. Thread-safe.
class CascadeAnalyst : public Analyst {
 public:
  virtual CascadeCounters counters() const = 0;
};

/// Takes the answer of `first` when its confidence is at least `sure`, else that of `second`. Also
/// prefetch() asks `first` and passes on only what it is not sure of, so `first` should be quick.
/// Named "cascade(FIRST, SECOND)@SURE". Throws Error(InvalidArgument) for a null Analyst or `sure`
/// outside of 0..1.
std::shared_ptr<const CascadeAnalyst> cascade_analyst(std::shared_ptr<const Analyst> first,
                                                      std::shared_ptr<const Analyst> second,
                                                      double sure);

}  // namespace memfold
