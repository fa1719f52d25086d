// How much may still be asked for.
#pragma once

#include <cstdint>
#include <mutex>

namespace memfold::remote {

/// Thread-safe. A limit of 0 is none.
class Budget {
 public:
  Budget(std::int64_t max_calls, std::int64_t max_tokens)
      : max_calls_(max_calls), max_tokens_(max_tokens) {}

  /// Takes one call out of the budget; false when there is none left, from then on for ever.
  bool take_call() {
    const std::lock_guard lock(mutex_);
    used_up_ = used_up_ || (max_calls_ > 0 && calls_ >= max_calls_) ||
               (max_tokens_ > 0 && tokens_ >= max_tokens_);
    if (!used_up_) ++calls_;
    return !used_up_;
  }

  void add_tokens(std::int64_t tokens) {
    const std::lock_guard lock(mutex_);
    tokens_ += tokens;
  }

  /// Whether a call was asked for and not granted.
  bool is_used_up() const {
    const std::lock_guard lock(mutex_);
    return used_up_;
  }

 private:
  const std::int64_t max_calls_, max_tokens_;
  mutable std::mutex mutex_;
  std::int64_t calls_ = 0, tokens_ = 0;
  bool used_up_ = false;
};

}  // namespace memfold::remote
