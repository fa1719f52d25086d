// Ctrl-C as a flag: work in hand is finished before the program ends.
#pragma once

#include <atomic>

namespace memfold::tools {

/// While one exists, the first SIGINT or SIGTERM only sets the flag; a second one ends the process
/// as usual. One at a time.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  const std::atomic<bool>& flag() const;
  bool is_set() const { return flag().load(std::memory_order_relaxed); }
};

}  // namespace memfold::tools
