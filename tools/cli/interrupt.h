// Ctrl-C as a stop token: work in hand is finished before the program ends.
#pragma once

#include <stop_token>
#include <thread>

#include "memfold/stop.h"

namespace memfold::tools {

/// While one exists, the first SIGINT or SIGTERM only asks to stop; a second one ends the process
/// as usual. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  StopWhen stop() const { return {source_.get_token(), {}}; }
  bool is_set() const { return source_.stop_requested(); }

 private:
  std::stop_source source_;
  std::thread watch_;  ///< a signal handler may not ask to stop, but wake who does
};

}  // namespace memfold::tools
