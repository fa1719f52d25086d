#include "remote/meter.h"

#include <algorithm>
#include <bit>

namespace memfold::remote {
namespace {

/// Values below 16 have a bucket each; above, the three bits after the first one choose.
std::size_t bucket_of(std::uint64_t value) {
  if (value < 16) return std::size_t(value);
  const int shift = std::bit_width(value) - 4;
  return std::size_t(shift + 1) * 8 + std::size_t((value >> shift) & 7);
}

/// The largest value of a bucket.
std::uint64_t upper_end(std::size_t bucket) {
  if (bucket < 16) return bucket;
  const std::size_t shift = bucket / 8 - 1;
  return ((bucket % 8 + 9) << shift) - 1;
}

}  // namespace

void Histogram::add(std::uint64_t micros) {
  ++buckets_[bucket_of(micros)];
  ++count_;
  sum_ += micros;
  max_ = std::max(max_, micros);
}

std::uint64_t Histogram::percentile(double share) const {
  if (count_ == 0) return 0;
  const auto rank = std::max<std::uint64_t>(1, std::uint64_t(share * double(count_) + 0.999999));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    seen += buckets_[bucket];
    if (seen >= rank) return std::min(upper_end(bucket), max_);
  }
  return max_;
}

void Meter::add(std::uint64_t EndpointCounters::*count, std::uint64_t by) {
  const std::lock_guard lock(mutex_);
  counters_.*count += by;
}

void Meter::add_latency(std::int64_t micros) {
  const std::lock_guard lock(mutex_);
  latency_.add(std::uint64_t(std::max<std::int64_t>(micros, 0)));
}

EndpointCounters Meter::counters() const {
  const std::lock_guard lock(mutex_);
  EndpointCounters counters = counters_;
  counters.answers = latency_.count();
  counters.latency_sum = latency_.sum();
  counters.latency_max = latency_.max();
  counters.latency_p50 = latency_.percentile(0.5);
  counters.latency_p95 = latency_.percentile(0.95);
  return counters;
}

}  // namespace memfold::remote
