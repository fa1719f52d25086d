#include "remote/ahead.h"

#include <algorithm>
#include <system_error>

namespace memfold::remote {

void Ahead::add(std::vector<std::weak_ptr<Slot>> slots) {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return;
    for (auto& slot : slots) queue_.push_back(std::move(slot));
    start_threads();
  }
  changed_.notify_all();
}

void Ahead::start_threads() {
  const std::size_t wanted = std::min(queue_.size(), std::size_t(max_threads_));
  try {
    while (threads_.size() < wanted) threads_.emplace_back([this] { run(); });
  } catch (const std::system_error&) {
    // Guesses nobody begins are answered by whoever asks for them.
  }
}

void Ahead::run() {
  while (true) {
    std::shared_ptr<Slot> slot;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopped_ || !queue_.empty(); });
      if (stopped_) return;
      slot = queue_.front().lock();
      queue_.pop_front();
    }
    if (slot) work_(*slot);
  }
}

void Ahead::stop() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace memfold::remote
