// Stops asking an endpoint that does not answer, and finds out when it does again.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

#include "memfold/remote.h"

namespace memfold::remote {

/// Every enter() that returned true is followed by one of succeeded(), failed() and left().
/// Thread-safe.
class Breaker {
 public:
  /// `steady_micros` is called under the breaker's lock.
  Breaker(int failures, std::int64_t cooldown_micros, std::function<std::int64_t()> steady_micros);

  /// Whether a comparison may be tried. Half-open lets one through at a time.
  bool enter();
  void succeeded();
  void failed();
  void left();  ///< it ended without saying anything about the endpoint

  BreakerState state() const;

 private:
  void open();

  const int failures_;
  const std::int64_t cooldown_micros_;
  const std::function<std::int64_t()> steady_micros_;
  mutable std::mutex mutex_;
  BreakerState state_ = BreakerState::Closed;
  int in_a_row_ = 0;
  std::int64_t opened_at_ = 0;
};

}  // namespace memfold::remote
