#include "engine/fold/lane_lock.h"

namespace memfold {
namespace {

/// How long a change goes on while readers wait: a few decisions, so that it gets on beside readers
/// that come one after another.
constexpr std::chrono::milliseconds kTurn{1};

}  // namespace

void LaneLock::lock() {
  std::unique_lock own(mutex_);
  ++queued_writers_;
  ++waiting_;
  writers_turn_.wait(own, [&] { return !writing_ && readers_ == 0; });
  --queued_writers_;
  --waiting_;
  writing_ = true;
}

void LaneLock::unlock() {
  const std::lock_guard own(mutex_);
  writing_ = false;
  ++writes_;
  readers_ += queued_readers_;
  waiting_ -= queued_readers_;
  queued_readers_ = 0;
  readers_turn_.notify_all();
  if (readers_ == 0) writers_turn_.notify_one();
}

void LaneLock::lock_shared() {
  std::unique_lock own(mutex_);
  if (!writing_ && queued_writers_ == 0) {
    ++readers_;
    return;
  }
  ++queued_readers_;
  ++waiting_;
  const std::uint64_t before = writes_;
  readers_turn_.wait(own, [&] { return writes_ != before; });  // unlock() counted it among readers
}

void LaneLock::unlock_shared() {
  const std::lock_guard own(mutex_);
  if (--readers_ == 0) writers_turn_.notify_one();
}

void LaneAccess::share() {
  if (!alone_) return;
  lock_.unlock();
  lock_.lock_shared();
  alone_ = false;
}

void LaneAccess::exclude() {
  if (alone_) return;
  lock_.unlock_shared();
  lock_.lock();
  alone_ = true;
  since_ = Clock::now();
}

bool LaneAccess::should_share() const {
  return alone_ && lock_.is_waited_for() && Clock::now() - since_ >= kTurn;
}

}  // namespace memfold
