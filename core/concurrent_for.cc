#include "core/concurrent_for.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace memfold {
namespace {

class Round {
 public:
  Round(std::size_t count, const std::function<void(std::size_t)>& work)
      : count_(count), work_(work) {}

  void run() {
    for (std::size_t i; !failed_ && (i = next_++) < count_;) {
      try {
        work_(i);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failed_ || i < failed_at_) {
          failed_at_ = i;
          error_ = std::current_exception();
        }
        failed_ = true;
      }
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::size_t failed_at_ = 0;
  std::exception_ptr error_;
};

}  // namespace

void concurrent_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  Round round(count, work);
  std::vector<std::thread> others;
  try {
    const std::size_t wanted = std::min(count, std::size_t(std::max(1, threads)));
    while (others.size() + 1 < wanted) others.emplace_back([&] { round.run(); });
  } catch (const std::system_error&) {  // no more threads: those there are do it
  }
  round.run();
  for (std::thread& thread : others) thread.join();
  round.rethrow();
}

}  // namespace memfold
