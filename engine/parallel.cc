#include "engine/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

namespace memfold {
namespace {

/// Threads that parallel_for may take together with this one; 0: those of the arena it is in.
thread_local int allowed_here = 0;

class Allow {
 public:
  explicit Allow(int threads) : before_(allowed_here) { allowed_here = threads; }
  ~Allow() { allowed_here = before_; }
  Allow(const Allow&) = delete;
  Allow& operator=(const Allow&) = delete;

 private:
  const int before_;
};

}  // namespace

struct Threads::Arena {
  /// oneTBB caps its workers at the cores unless told otherwise.
  tbb::global_control limit;
  tbb::task_arena arena;
  explicit Arena(int threads)
      : limit(tbb::global_control::max_allowed_parallelism,
              std::size_t(std::max(threads, tbb::info::default_concurrency()))),
        arena(threads) {}
};

Threads::Threads(int count)
    : count_(count > 0 ? count : tbb::info::default_concurrency()),
      arena_(count_ > 1 ? std::make_unique<Arena>(count_) : nullptr) {}
Threads::~Threads() = default;

void Threads::run(const std::function<void()>& work) const {
  if (!arena_) return help(work);
  arena_->arena.execute([&] {
    const Allow allow(0);
    work();
  });
}

void Threads::help(const std::function<void()>& work) const {
  const Allow allow(count_);
  work();
}

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
  if (count <= 1 || allowed_here == 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  const auto spread = [&] {
    // Of its own, or a failure elsewhere in a loop around this one would cut it short in silence.
    tbb::task_group_context alone(tbb::task_group_context::isolated);
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(
          std::size_t{0}, count, [&](std::size_t i) { body(i); }, alone);
    });
  };
  if (allowed_here == 0) return spread();
  // An arena of its own always has room for its maker.
  tbb::task_arena arena(allowed_here);
  const Allow allow(0);
  arena.execute(spread);
}

bool others_may_help() {
  return allowed_here == 0 && tbb::this_task_arena::max_concurrency() > 1;
}

void run_elsewhere(std::size_t count, const std::function<void()>& work) {
  if (!others_may_help()) return;
  const auto others = std::size_t(tbb::this_task_arena::max_concurrency() - 1);
  for (std::size_t i = 0; i < std::min(count, others); ++i) tbb::this_task_arena::enqueue(work);
}

struct Meanwhile::Work {
  enum class State : int { Unclaimed, Claimed, Done };

  bool claim() {
    State unclaimed = State::Unclaimed;
    return state.compare_exchange_strong(unclaimed, State::Claimed);
  }
  void run() {
    try {
      std::exchange(todo, nullptr)();
    } catch (...) {
      failure = std::current_exception();
    }
    state.store(State::Done, std::memory_order_release);
    state.notify_all();
  }

  std::function<void()> todo;
  std::exception_ptr failure;
  std::atomic<State> state = State::Unclaimed;
};

Meanwhile::Meanwhile(std::function<void()> work) : work_(std::make_shared<Work>()) {
  work_->todo = std::move(work);
  run_elsewhere(1, [work = work_] {
    if (work->claim()) work->run();
  });
}

Meanwhile::~Meanwhile() {
  try {
    finish();
  } catch (...) {
  }
}

void Meanwhile::finish() {
  if (work_->claim()) work_->run();
  work_->state.wait(Work::State::Claimed, std::memory_order_acquire);
  if (work_->failure) std::rethrow_exception(work_->failure);
}

void parallel_for_raw(std::size_t count, void (*body)(void* context, std::size_t i),
                      void* context) {
  parallel_for(count, [&](std::size_t i) { body(context, i); });
}

}  // namespace memfold
