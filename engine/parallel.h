// The one owner of threads: oneTBB, behind two calls.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace memfold {

/// body(0..count-1) on the threads of the current arena, in any order; returns when all are done.
/// The first exception is rethrown. Isolated: a thread that waits here takes no work of another
/// call, so a lane's lock held around it cannot meet itself.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

/// The same in the shape index::ParallelFor asks for.
void parallel_for_raw(std::size_t count, void (*body)(void* context, std::size_t i), void* context);

/// A fixed number of threads; 0: one per core.
class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  /// Runs `work` inside: parallel_for calls below it use these threads.
  void run(const std::function<void()>& work) const;

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace memfold
