#include <cstdint>
#include <initializer_list>
#include <limits>

#include "core/text.h"
#include "memfold/error.h"
#include "memfold/remote.h"
#include "remote/api_key.h"
#include "remote/endpoint.h"

namespace memfold {
namespace {

constexpr std::int64_t kHour = 3'600'000;  // milliseconds
constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMaxModelBytes = 256;

[[noreturn]] void refuse_option(const std::string& message) {
  throw Error(ErrorCode::InvalidArgument, message);
}

struct Range {
  const char* field;
  std::int64_t value, from, to;
};

void check_ranges(std::initializer_list<Range> ranges) {
  for (const Range& range : ranges) {
    if (range.value >= range.from && range.value <= range.to) continue;
    const std::string from = std::to_string(range.from);
    refuse_option(range.field + std::string(" must ") +
                  (range.to == kNoEnd ? "be at least " + from
                                      : "lie in " + from + ".." + std::to_string(range.to)));
  }
}

void check_numbers(const RemoteOptions& o) {
  check_ranges({
      {"connect_timeout_ms", o.connect_timeout_ms, 1, kHour},
      {"read_timeout_ms", o.read_timeout_ms, 0, kHour},
      {"timeout_ms", o.timeout_ms, 1, kHour},
      {"max_response_bytes", o.max_response_bytes, 1024, std::int64_t{1} << 30},
      {"max_retries", o.max_retries, 0, 100},
      {"backoff_ms", o.backoff_ms, 0, kHour},
      {"backoff_max_ms", o.backoff_max_ms, o.backoff_ms, kHour},
      {"retry_after_max_ms", o.retry_after_max_ms, 0, kHour},
      {"max_concurrent", o.max_concurrent, 1, 256},
      {"breaker_failures", o.breaker_failures, 1, 1'000'000},
      {"breaker_cooldown_ms", o.breaker_cooldown_ms, 0, 24 * kHour},
      {"max_calls", o.max_calls, 0, kNoEnd},
      {"max_tokens", o.max_tokens, 0, kNoEnd},
      {"memo_entries", o.memo_entries, 1, 10'000'000},
  });
}

void check_model(const std::string& model) {
  if (model.empty()) refuse_option("model must name a model of the endpoint, e.g. qwen2.5:14b");
  bool good = model.size() <= kMaxModelBytes && is_valid_utf8(model);
  for (const unsigned char c : model) good = good && c >= ' ' && c != 0x7f;
  if (!good) refuse_option("model must have at most 256 bytes of text without control characters");
}

}  // namespace

void validate(const RemoteOptions& options) {
  const remote::Endpoint endpoint = remote::parse_endpoint(options.endpoint, {});
  if (!endpoint.is_encrypted && !endpoint.is_loopback && !options.allow_plain_http) {
    refuse_option(
        "endpoint would get statements unencrypted over a network; use https, or set "
        "allow_plain_http");
  }
  check_model(options.model);
  remote::check_key_source(options);
  check_numbers(options);
}

void validate(const RemoteEmbedderOptions& options) {
  validate(static_cast<const RemoteOptions&>(options));
  check_ranges({{"dimension", options.dimension, 0, kMaxDimension},
                {"batch", options.batch, 1, 2048},
                {"max_text_bytes", options.max_text_bytes, 1, kMaxContentBytes}});
  if (options.request_dimension && options.dimension == 0) {
    refuse_option("request_dimension needs a dimension to ask for");
  }
  const Calibration checked(options.calibration);
}

void validate(const RemoteExtractorOptions& options) {
  validate(static_cast<const RemoteOptions&>(options));
  check_ranges({{"part_bytes", options.part_bytes, 1000, 100'000},
                {"max_parts", options.max_parts, 1, 1000}});
}

void validate(const RemoteSummarizerOptions& options) {
  validate(static_cast<const RemoteOptions&>(options));
  check_ranges({{"part_bytes", options.part_bytes, 1000, 100'000},
                {"max_parts", options.max_parts, 1, 1000}});
}

}  // namespace memfold
