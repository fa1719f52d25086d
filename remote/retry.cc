#include "remote/retry.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>

namespace memfold::remote {
namespace {

constexpr std::int64_t kMostSeconds = 1'000'000'000;  // any more would overflow further on

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

}  // namespace

std::optional<std::int64_t> parse_retry_after(const std::string& header, Time now) {
  const std::string text = trimmed(header);
  if (text.empty()) return std::nullopt;
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    std::int64_t seconds = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (read.ec != std::errc()) seconds = kMostSeconds;
    return std::min(seconds, kMostSeconds) * 1000;
  }
  const std::int64_t date = curl_getdate(text.c_str(), nullptr);
  if (date < 0) return std::nullopt;
  const std::int64_t millis = std::min(date, kMostSeconds * 100) * 1000 - now.micros / 1000;
  return std::clamp<std::int64_t>(millis, 0, kMostSeconds * 1000);
}

std::int64_t retry_delay(const RemoteOptions& options, int retry, double random,
                         std::optional<std::int64_t> asked_for) {
  std::int64_t ceiling = options.backoff_ms;
  for (int i = 1; i < retry && ceiling < options.backoff_max_ms; ++i) ceiling *= 2;
  ceiling = std::min<std::int64_t>(ceiling, options.backoff_max_ms);
  const auto jittered = std::int64_t(double(ceiling) * random);
  const std::int64_t asked =
      std::min<std::int64_t>(asked_for.value_or(0), options.retry_after_max_ms);
  return std::max(jittered, asked);
}

}  // namespace memfold::remote
