#include "tools/cli/interrupt.h"

#include <semaphore.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace memfold::tools {
namespace {

// A signal handler can reach nothing but what is global, and post a semaphore.
sem_t woken;
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "needed in a signal handler");

extern "C" void note_interrupt(int signal) {
  const int error = errno;
  interrupted.store(true);
  sem_post(&woken);
  std::signal(signal, SIG_DFL);
  errno = error;
}

}  // namespace

Interrupt::Interrupt() {
  interrupted.store(false);
  sem_init(&woken, 0, 0);
  watch_ = std::thread([source = source_]() mutable {
    while (sem_wait(&woken) != 0) {
    }
    if (interrupted.load()) source.request_stop();
  });
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  sem_post(&woken);
  watch_.join();
  sem_destroy(&woken);
}

}  // namespace memfold::tools
