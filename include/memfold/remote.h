// Models behind an OpenAI-compatible endpoint (OpenAI, Ollama, vLLM, llama.cpp server): an Analyst
// and a cascade that sends it only what another Analyst is not sure of, an Embedder, an Extractor,
// a Summarizer.
//
// The one part of memfold that opens a connection: a library of its own, memfold::remote. What is
// sent is said at each and in full in docs/analyst.md, docs/embedding.md,
// docs/ingest.md and docs/summaries.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "memfold/log_event.h"
#include "memfold/models.h"
#include "memfold/time.h"

#pragma GCC visibility push(default)
namespace memfold {

/// What a remote model takes from its surroundings. Each is called from several threads at once;
/// what is empty is the machine's own.
struct RemoteHooks {
  Clock wall_clock{};                                    ///< for the dates of Retry-After
  std::function<std::int64_t()> steady_micros{};         ///< never goes back; latency, cool-down
  std::function<double()> random{};                      ///< uniform in [0, 1), for the jitter
  std::function<void(std::int64_t millis)> sleep_for{};  ///< between two tries
};

/// How a remote model reaches its endpoint and how much it may ask of it. A question is what is
/// asked and answered as one: a comparison, a batch of texts, a part of a mail.
struct RemoteOptions {
  /// Up to and without "/chat/completions" ("/embeddings" for an Embedder), which is appended where
  /// it is missing. Without user, query and fragment. Only http and https.
  std::string endpoint = "http://127.0.0.1:11434/v1";
  std::string model;  ///< as the endpoint names it; required

  /// Where the key is found, one of the two or neither: the name of an environment variable, or a
  /// file that holds the key alone. Sent as "Authorization: Bearer", never logged or printed.
  std::string api_key_env, api_key_file;
  /// Text travels unencrypted to this machine only, unless this is set.
  bool allow_plain_http = false;

  int connect_timeout_ms = 5'000;
  int read_timeout_ms = 0;  ///< longest silence within a call; 0: timeout_ms
  int timeout_ms = 60'000;  ///< one call in all; a question may take several, see max_retries
  std::int64_t max_response_bytes = std::int64_t{1} << 20;  ///< headers and body

  /// Further calls after 429, 5xx, a time-out or a failed connection. The wait before the n-th is
  /// drawn from 0 to backoff_ms * 2^(n-1), at most backoff_max_ms, and not shorter than what
  /// Retry-After asks for, of which at most retry_after_max_ms is waited.
  int max_retries = 4;
  int backoff_ms = 500, backoff_max_ms = 30'000, retry_after_max_ms = 60'000;

  int max_concurrent = 8;  ///< calls under way at once, and threads that wait for them
  /// After so many questions in a row without an answer none is tried for breaker_cooldown_ms;
  /// then one is let through, and its end decides.
  int breaker_failures = 5;
  int breaker_cooldown_ms = 30'000;

  /// Over the life of the model; 0: no limit. Calls include retries and those of prefetch().
  /// Tokens are those the endpoint reports, so calls under way may go past the limit.
  std::int64_t max_calls = 0, max_tokens = 0;

  int memo_entries = 10'000;  ///< answers kept in memory; least recently used go

  RemoteHooks hooks{};
  LogOptions log{};  ///< told of retries, and of questions that got no good answer
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

/// A remote Embedder's options: those of any, and its own.
struct RemoteEmbedderOptions : RemoteOptions {
  RemoteEmbedderOptions() { max_response_bytes = std::int64_t{64} << 20; }

  /// Of the vectors, 1..kMaxDimension; 0: learnt from the endpoint's first answer.
  int dimension = 0;
  /// Sends `dimension` as "dimensions", for models that can shorten their vectors.
  bool request_dimension = false;
  int batch = 64;  ///< texts a call, 1..2048
  /// Longer texts are embedded by their beginning, cut between words: endpoints refuse what is
  /// longer than their model reads. 1..kMaxContentBytes.
  int max_text_bytes = 8192;
  /// From the model's cosine to similarity (see Calibration); none: the cosine itself, which is
  /// said once to `warn`.
  std::vector<Calibration::Point> calibration;
  std::function<void(const std::string& message)> warn{};  ///< empty: nobody is told
};

/// As for RemoteOptions.
void validate(const RemoteEmbedderOptions& options);

/// What a remote Embedder did so far; a question is a batch of texts, cache_hits are texts.
struct RemoteEmbedderCounters : EndpointCounters {
  std::uint64_t texts = 0;  ///< asked for, those with nothing to embed left out
};

/// An Embedder over the network, named "remote:MODEL@DIMENSION". Thread-safe. Sends the texts, the
/// model's name and, if asked to, the dimension.
///
/// embed() sends what it has not seen in batches, max_concurrent at once, and remembers
/// memo_entries rows. It throws Error(Io) when the endpoint gives no answer, or none that holds one
/// finite vector of the dimension for every text; nothing is stored then, so whoever folds can call
/// again. dimension() and name() ask the endpoint once where the dimension is not given, and throw
/// the same. Rows are as deterministic as the endpoint.
///
/// Must outlive its calls.
class RemoteEmbedder : public Embedder {
 public:
  virtual RemoteEmbedderCounters counters() const = 0;
};

/// Its name, for whoever must know it without a key.
std::string remote_embedder_name(const std::string& model, int dimension);

/// Reads the key. Throws Error(InvalidArgument) as validate() does and for a key that is missing or
/// no key; no message holds the key. Connects to nothing yet.
std::shared_ptr<const RemoteEmbedder> remote_embedder(const RemoteEmbedderOptions& options);

/// A remote Extractor's options: those of any, and its own.
struct RemoteExtractorOptions : RemoteOptions {
  RemoteExtractorOptions() { timeout_ms = 180'000; }

  /// A longer text is asked about in parts of at most this size, cut between paragraphs.
  int part_bytes = 12'000;  ///< 1000..100,000
  int max_parts = 8;        ///< 1..1000; a mail of more goes to the fallback
};

/// As for RemoteOptions.
void validate(const RemoteExtractorOptions& options);

/// What a remote Extractor did so far; a question is a part of a mail. `mails` is the sum of sent,
/// fallbacks and those with no text to send.
struct RemoteExtractorCounters : EndpointCounters {
  std::uint64_t mails = 0;      ///< calls of extract()
  std::uint64_t sent = 0;       ///< of these, answered by the endpoint
  std::uint64_t fallbacks = 0;  ///< of these, given to the fallback for want of a good answer
  std::uint64_t facts = 0;      ///< found by the endpoint
  std::uint64_t dropped = 0;    ///< of its statements, left out as not supported by the mail
};

/// An Extractor over the network, named "remote:MODEL@extractN". Thread-safe. Sends the author's
/// text, subject and date of a mail, and the names of its sender and recipients.
///
/// extract() returns in every case. Where a part of a mail got no answer, or none of the form asked
/// for, the fallback reads the whole mail. It also reads the calendar parts, and mails without
/// text. What a fact takes from its mail (source, thread, people, key) it gets as from the built-in
/// one.
///
/// Must outlive its calls.
class RemoteExtractor : public Extractor {
 public:
  virtual RemoteExtractorCounters counters() const = 0;
};

/// As remote_embedder(). Throws Error(InvalidArgument) for a null fallback, too.
std::shared_ptr<const RemoteExtractor> remote_extractor(const RemoteExtractorOptions& options,
                                                        std::shared_ptr<const Extractor> fallback);

/// A remote Summarizer's options: those of any, and its own.
struct RemoteSummarizerOptions : RemoteOptions {
  RemoteSummarizerOptions() { timeout_ms = 180'000; }

  /// More text is asked about in parts of at most this size, and then about their summaries.
  int part_bytes = 12'000;  ///< 1000..100,000
  int max_parts = 8;        ///< 1..1000; texts of more go to the fallback
};

/// As for RemoteOptions.
void validate(const RemoteSummarizerOptions& options);

/// What a remote Summarizer did so far; a question is a part of the texts. `asked` is the sum of
/// sent and fallbacks.
struct RemoteSummarizerCounters : EndpointCounters {
  std::uint64_t asked = 0;      ///< calls of summarise() and keywords() with text in them
  std::uint64_t sent = 0;       ///< of these, answered by the endpoint
  std::uint64_t fallbacks = 0;  ///< of these, given to the fallback for want of a good answer
  std::uint64_t unsupported =
      0;                      ///< answers refused since the texts do not say so; a fallback each
  std::uint64_t dropped = 0;  ///< keywords left out as not in the text
};

/// A Summarizer over the network, named "remote:MODEL@summaryN". Thread-safe. Sends the texts.
///
/// Every call returns. Where a part got no answer, none of the form asked for, or one with a
/// number, date, id or name the texts do not have, the fallback answers. combine() is always the
/// fallback's: what it writes is stored in the place of both texts and must keep every detail. The
/// same question is asked once and then remembered.
///
/// Must outlive its calls.
class RemoteSummarizer : public Summarizer {
 public:
  virtual RemoteSummarizerCounters counters() const = 0;
};

/// As remote_extractor().
std::shared_ptr<const RemoteSummarizer> remote_summarizer(
    const RemoteSummarizerOptions& options, std::shared_ptr<const Summarizer> fallback);

}  // namespace memfold
#pragma GCC visibility pop
