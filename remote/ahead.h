// Threads that work on guesses.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "remote/memo.h"

namespace memfold::remote {

/// Begins its threads when there is first something to do. Thread-safe.
class Ahead {
 public:
  /// `work` answers one slot and throws nothing.
  Ahead(int threads, std::function<void(Slot&)> work)
      : max_threads_(threads), work_(std::move(work)) {}
  ~Ahead() { stop(); }
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;

  /// In this order. Held weakly: what the memo drops is not begun.
  void add(std::vector<std::weak_ptr<Slot>> slots);

  /// Waits for what is under way, drops the rest.
  void stop();

 private:
  void run();
  void start_threads();

  const int max_threads_;
  const std::function<void(Slot&)> work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::weak_ptr<Slot>> queue_;
  std::vector<std::thread> threads_;
  bool stopped_ = false;
};

}  // namespace memfold::remote
