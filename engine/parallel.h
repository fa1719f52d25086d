// The one owner of threads: oneTBB, behind a few calls.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace memfold {

/// body(0..count-1) on the threads that Threads allows here, in any order; returns when all are
/// done. The first exception is rethrown. Isolated: a thread that waits here takes no work of
/// another call, so a lane's lock held around it cannot meet itself.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

/// The same in the shape index::ParallelFor asks for.
void parallel_for_raw(std::size_t count, void (*body)(void* context, std::size_t i), void* context);

/// Whether parallel_for and run_elsewhere have other threads than this one, under Threads::run.
bool others_may_help();

/// Has up to `count` of those other threads do `work`, each once, when they have nothing else to
/// do: perhaps never, perhaps after whoever asked is gone, so it owns what it needs and throws
/// nothing. Returns at once.
void run_elsewhere(std::size_t count, const std::function<void()>& work);

/// Work that another thread does while its owner goes on, or else its owner in the end. The owner
/// is one thread; what `work` refers to must last until finish() or the end of this.
class Meanwhile {
 public:
  explicit Meanwhile(std::function<void()> work);
  /// As finish(); a failure nobody asked for is dropped.
  ~Meanwhile();
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

  /// Returns when it is done. Throws what it threw, each time.
  void finish();

 private:
  struct Work;
  std::shared_ptr<Work> work_;
};

/// A number of threads, the caller's among them; 0: one per core. With 1 none is ever started.
class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  /// Runs `work`; parallel_for calls below it use these threads, as do all other works run so at
  /// the same time. It may have to wait for a thread.
  void run(const std::function<void()>& work) const;
  /// Runs `work` on the calling thread at once; parallel_for calls below it take up to so many
  /// threads, whatever else runs. For what somebody waits for, and is mostly done by one.
  void help(const std::function<void()>& work) const;

 private:
  struct Arena;
  const int count_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace memfold
