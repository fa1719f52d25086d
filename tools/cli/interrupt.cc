#include "tools/cli/interrupt.h"

#include <csignal>

namespace memfold::tools {
namespace {

// A signal handler can reach nothing but what is global.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "needed in a signal handler");

extern "C" void note_interrupt(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptFlag::InterruptFlag() {
  interrupted.store(false);
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

InterruptFlag::~InterruptFlag() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& InterruptFlag::flag() const {
  return interrupted;
}

}  // namespace memfold::tools
