// Counts and times of calls. Costs two clock readings and a few atomic additions a call.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <utility>

#include "memfold/log_event.h"
#include "memfold/metrics.h"

namespace memfold {

/// Kinds of calls, in the order in which they are told.
enum class CallKind : std::uint8_t {
  Fold = 0,
  Explain,
  Recall,
  List,
  History,
  Log,
  Amend,
  Maintain,
  Verify,
  Export
};
inline constexpr std::size_t kCallKinds = 10;

/// Who is told of calls that take long.
struct SlowCalls {
  LogOptions log{};
  int from_ms = 0;  ///< 0: nobody
};

/// Of one kind. Thread-safe.
class CallMeter {
 public:
  void add(std::uint64_t microseconds, bool failed) noexcept;
  /// What was added so far; calls that end meanwhile may be in part of it.
  CallMetrics read(std::string name) const;

 private:
  /// Four buckets to each power of two.
  static constexpr std::size_t kBuckets = 4 * 64;
  static std::size_t bucket_of(std::uint64_t microseconds) noexcept;
  static std::uint64_t middle_of(std::size_t bucket) noexcept;

  std::atomic<std::uint64_t> errors_{0}, total_{0}, longest_{0};
  std::array<std::atomic<std::uint64_t>, kBuckets> buckets_{};
};

class CallMeters {
 public:
  explicit CallMeters(SlowCalls slow = {}) : slow_(std::move(slow)) {}
  CallMeter& of(CallKind kind) { return meters_[std::size_t(kind)]; }
  void add(CallKind kind, std::uint64_t microseconds, bool failed) noexcept;
  /// Of the kinds that were called.
  std::vector<CallMetrics> read() const;

 private:
  const SlowCalls slow_;
  std::array<CallMeter, kCallKinds> meters_;
};

/// One call, from its making to its end.
class MeteredCall {
 public:
  MeteredCall(CallMeters& meters, CallKind kind) : meters_(meters), kind_(kind) {}
  ~MeteredCall() {
    const auto taken = std::chrono::steady_clock::now() - begun_;
    meters_.add(kind_,
                std::uint64_t(std::chrono::duration_cast<std::chrono::microseconds>(taken).count()),
                std::uncaught_exceptions() > throwing_);
  }
  MeteredCall(const MeteredCall&) = delete;
  MeteredCall& operator=(const MeteredCall&) = delete;

 private:
  CallMeters& meters_;
  const CallKind kind_;
  const int throwing_ = std::uncaught_exceptions();
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace memfold
