// Counts what was asked and how long it took.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>

#include "memfold/remote.h"

namespace memfold::remote {

/// Durations in buckets an eighth of their power of two wide.
class Histogram {
 public:
  void add(std::uint64_t micros);
  /// Upper end of the bucket that holds the value at `share` (0..1) of all, and not above the
  /// largest value; 0 when there is none.
  std::uint64_t percentile(double share) const;
  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t max() const { return max_; }

 private:
  static constexpr std::size_t kBuckets = 64 * 8;
  std::array<std::uint64_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0, sum_ = 0, max_ = 0;
};

/// Thread-safe.
class Meter {
 public:
  /// Adds to one of the plain counts.
  void add(std::uint64_t EndpointCounters::*count, std::uint64_t by = 1);
  void add_latency(std::int64_t micros);

  /// All but the state of breaker and budget.
  EndpointCounters counters() const;

 private:
  mutable std::mutex mutex_;
  EndpointCounters counters_;
  Histogram latency_;
};

}  // namespace memfold::remote
