// A counting semaphore whose waiters can be sent home. std::counting_semaphore offers no way out
// for them, and libstdc++ 12's can miss a wake-up (GCC bug 104928).
#pragma once

#include <condition_variable>
#include <mutex>

namespace memfold::remote {

class Permits {
 public:
  explicit Permits(int count) : free_(count) {}

  /// Waits for a permit; false once stopped. Whoever is in a hurry goes before those who are not:
  /// threads that look ahead would otherwise pass permits among themselves.
  bool acquire(bool in_a_hurry) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    in_a_hurry_ += in_a_hurry;
    changed_.wait(lock,
                  [&] { return stopped_ || (free_ > 0 && (in_a_hurry || in_a_hurry_ == 0)); });
    in_a_hurry_ -= in_a_hurry;
    --waiting_;
    if (!stopped_) --free_;
    if (in_a_hurry) changed_.notify_all();  // one fewer to wait for
    return !stopped_;
  }

  void release() {
    {
      const std::lock_guard lock(mutex_);
      ++free_;
    }
    changed_.notify_all();
  }

  int waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int free_;
  int waiting_ = 0, in_a_hurry_ = 0;  ///< the latter among the former
  bool stopped_ = false;
};

/// Holds a permit for a scope.
class Permit {
 public:
  Permit(Permits& permits, bool in_a_hurry)
      : permits_(permits), is_held_(permits.acquire(in_a_hurry)) {}
  ~Permit() {
    if (is_held_) permits_.release();
  }
  Permit(const Permit&) = delete;
  Permit& operator=(const Permit&) = delete;
  explicit operator bool() const { return is_held_; }

 private:
  Permits& permits_;
  const bool is_held_;
};

}  // namespace memfold::remote
