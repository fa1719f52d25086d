#include "engine/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace memfold {

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
    : arena_(std::make_unique<Arena>(count > 0 ? count : tbb::info::default_concurrency())) {}
Threads::~Threads() = default;

void Threads::run(const std::function<void()>& work) const {
  arena_->arena.execute(work);
}

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
  if (count == 0) return;
  if (count == 1) return body(0);
  tbb::this_task_arena::isolate(
      [&] { tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { body(i); }); });
}

void parallel_for_raw(std::size_t count, void (*body)(void* context, std::size_t i),
                      void* context) {
  parallel_for(count, [&](std::size_t i) { body(context, i); });
}

}  // namespace memfold
