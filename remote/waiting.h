// Sleeping that the end of the Analyst can cut short.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace memfold::remote {

class Waiting {
 public:
  /// With `sleep_for`, that is called instead and not cut short.
  explicit Waiting(std::function<void(std::int64_t)> sleep_for)
      : sleep_for_(std::move(sleep_for)) {}

  void wait(std::int64_t millis) {
    if (sleep_for_) return sleep_for_(millis);
    std::unique_lock lock(mutex_);
    stopped_changed_.wait_for(lock, std::chrono::milliseconds(millis), [&] { return stopped_; });
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    stopped_changed_.notify_all();
  }

 private:
  const std::function<void(std::int64_t)> sleep_for_;
  std::mutex mutex_;
  std::condition_variable stopped_changed_;
  bool stopped_ = false;
};

}  // namespace memfold::remote
