#include "remote/breaker.h"

namespace memfold::remote {

Breaker::Breaker(int failures, std::int64_t cooldown_micros,
                 std::function<std::int64_t()> steady_micros)
    : failures_(failures),
      cooldown_micros_(cooldown_micros),
      steady_micros_(std::move(steady_micros)) {}

bool Breaker::enter() {
  const std::lock_guard lock(mutex_);
  if (state_ == BreakerState::Closed) return true;
  if (state_ == BreakerState::HalfOpen) return false;
  if (steady_micros_() - opened_at_ < cooldown_micros_) return false;
  state_ = BreakerState::HalfOpen;
  return true;
}

void Breaker::succeeded() {
  const std::lock_guard lock(mutex_);
  in_a_row_ = 0;
  state_ = BreakerState::Closed;
}

void Breaker::failed() {
  const std::lock_guard lock(mutex_);
  ++in_a_row_;
  if (state_ == BreakerState::HalfOpen ||
      (state_ == BreakerState::Closed && in_a_row_ >= failures_))
    open();
}

void Breaker::left() {
  const std::lock_guard lock(mutex_);
  if (state_ == BreakerState::HalfOpen) state_ = BreakerState::Open;  // the next one may try
}

BreakerState Breaker::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void Breaker::open() {
  state_ = BreakerState::Open;
  opened_at_ = steady_micros_();
}

}  // namespace memfold::remote
