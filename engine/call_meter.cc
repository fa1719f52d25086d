#include "engine/call_meter.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "core/tell.h"

namespace memfold {
namespace {

constexpr std::array<std::string_view, kCallKinds> kCallNames = {
    "fold", "explain", "recall", "list", "history", "log", "amend", "maintain", "verify", "export"};

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

std::size_t CallMeter::bucket_of(std::uint64_t microseconds) noexcept {
  if (microseconds < 4) return std::size_t(microseconds);
  const int power = std::bit_width(microseconds) - 1;
  return std::size_t(power * 4) + std::size_t((microseconds >> (power - 2)) & 3);
}

std::uint64_t CallMeter::middle_of(std::size_t bucket) noexcept {
  if (bucket < 4) return bucket;
  const std::size_t power = bucket / 4;
  const std::uint64_t width = std::uint64_t{1} << (power - 2);
  return (4 + bucket % 4) * width + width / 2;
}

void CallMeter::add(std::uint64_t microseconds, bool failed) noexcept {
  if (failed) errors_.fetch_add(1, kRelaxed);
  total_.fetch_add(microseconds, kRelaxed);
  buckets_[bucket_of(microseconds)].fetch_add(1, kRelaxed);
  std::uint64_t longest = longest_.load(kRelaxed);
  while (microseconds > longest && !longest_.compare_exchange_weak(longest, microseconds)) {
  }
}

CallMetrics CallMeter::read(std::string name) const {
  std::array<std::uint64_t, kBuckets> counts{};
  CallMetrics metrics;
  metrics.call = std::move(name);
  for (std::size_t i = 0; i < kBuckets; ++i) {
    counts[i] = buckets_[i].load(kRelaxed);
    metrics.calls += counts[i];
  }
  metrics.errors = errors_.load(kRelaxed);
  metrics.total_us = total_.load(kRelaxed);
  metrics.longest_us = longest_.load(kRelaxed);
  const auto percentile = [&](std::uint64_t hundredths) {
    const std::uint64_t rank = (metrics.calls * hundredths + 99) / 100;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      seen += counts[i];
      if (seen >= rank && seen > 0) return std::min(middle_of(i), metrics.longest_us);
    }
    return std::uint64_t{0};
  };
  metrics.p50_us = percentile(50);
  metrics.p95_us = percentile(95);
  metrics.p99_us = percentile(99);
  return metrics;
}

void CallMeters::add(CallKind kind, std::uint64_t microseconds, bool failed) noexcept {
  of(kind).add(microseconds, failed);
  const std::uint64_t millis = microseconds / 1000;
  if (slow_.from_ms == 0 || millis < std::uint64_t(slow_.from_ms)) return;
  if (!listens(slow_.log, LogLevel::Warning)) return;
  const std::string_view name = kCallNames[std::size_t(kind)];
  tell(slow_.log, LogLevel::Warning, "slow_call", "a call took long",
       {{"call", std::string(name)},
        {"ms", std::to_string(millis)},
        {"failed", failed ? "true" : "false"}});
}

std::vector<CallMetrics> CallMeters::read() const {
  std::vector<CallMetrics> read;
  for (std::size_t i = 0; i < kCallKinds; ++i) {
    CallMetrics one = meters_[i].read(std::string(kCallNames[i]));
    if (one.calls > 0) read.push_back(std::move(one));
  }
  return read;
}

}  // namespace memfold
