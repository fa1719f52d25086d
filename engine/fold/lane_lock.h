// The lock of a loaded lane: readers wait for one turn of a writer, never for a row of them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace memfold {

/// A phase-fair shared mutex (Brandenburg and Anderson, Reader-Writer Synchronization for
/// Shared-Memory Multiprocessor Real-Time Systems, ECRTS 2009): whoever waits to read comes in when
/// the writer before it is done, also where another one waits; whoever waits to write comes in when
/// the readers of now are done, also where others come. Not to be taken twice by one thread.
class LaneLock {
 public:
  void lock();
  void unlock();
  void lock_shared();
  void unlock_shared();
  /// Whether anybody waits for it; any thread may ask.
  bool is_waited_for() const { return waiting_.load(std::memory_order_relaxed) > 0; }

 private:
  std::mutex mutex_;  ///< guards what follows
  std::condition_variable readers_turn_, writers_turn_;
  std::size_t readers_ = 0, queued_readers_ = 0, queued_writers_ = 0;
  std::uint64_t writes_ = 0;  ///< finished
  bool writing_ = false;
  std::atomic<std::size_t> waiting_{0};
};

/// Of a long change to a lane: lets readers in where what the lane says is in the store. Holds the
/// lock exclusively to begin with, and whoever ends it must too. Nobody else may change the lane
/// meanwhile.
class LaneAccess {
 public:
  explicit LaneAccess(LaneLock& lock) : lock_(lock), since_(Clock::now()) {}
  LaneAccess(const LaneAccess&) = delete;
  LaneAccess& operator=(const LaneAccess&) = delete;

  /// What the lane says is committed, and stays so: others may read it.
  void share();
  /// It is about to change.
  void exclude();
  /// Whether somebody waits and has waited for long enough: commit, and share().
  bool should_share() const;

 private:
  using Clock = std::chrono::steady_clock;
  LaneLock& lock_;
  bool alone_ = true;
  Clock::time_point since_;
};

}  // namespace memfold
