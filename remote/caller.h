// Gets one request answered: permits, breaker, budget, calls and retries.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "memfold/remote.h"
#include "remote/api_key.h"
#include "remote/breaker.h"
#include "remote/budget.h"
#include "remote/http_client.h"
#include "remote/meter.h"
#include "remote/permits.h"
#include "remote/waiting.h"

namespace memfold::remote {

/// The body of a 200, or why there is none: a sentence's end, without anything the other side said.
struct Asked {
  std::optional<std::string> body;
  std::string problem;
  int calls = 0;  ///< made in vain
};

/// Thread-safe.
class Caller {
 public:
  /// Reads the key. `options` are valid; `path` is what the endpoint's URL is completed by. Throws
  /// Error(InvalidArgument) for a key that is missing or none.
  Caller(const RemoteOptions& options, std::string_view path);

  /// `is_guess`: those who wait for their answer go first.
  Asked ask(const std::string& request, bool is_guess);

  /// Tokens an answer cost, for the budget and the count.
  void spend(std::int64_t prompt_tokens, std::int64_t completion_tokens);

  /// Counts, and tells, an answer that is none.
  void note_unusable();
  /// Tells that somebody else answered.
  void note_fallback() const;

  Meter& meter() { return meter_; }
  EndpointCounters counters() const;

  /// Ends what is under way and refuses what comes.
  void stop();

 private:
  const char* refusal_of(bool has_permit, int retry);
  HttpReply call(const std::string& request, int retry);
  Asked give_up(const std::string& problem, int calls);
  void wait_before(int retry, const HttpReply& reply);

  const RemoteOptions options_;
  const ApiKey key_;
  HttpClient http_;
  Permits permits_;
  Breaker breaker_;
  Budget budget_;
  Meter meter_;
  Waiting waiting_;
};

}  // namespace memfold::remote
