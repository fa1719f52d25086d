#include "core/concurrent_for.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>

namespace memfold {
namespace {

TEST(ConcurrentFor, DoesEachOnceWhateverTheThreads) {
  for (const int threads : {-1, 0, 1, 3, 200}) {
    std::array<std::atomic<int>, 100> done{};
    concurrent_for(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1) << threads;
  }
  concurrent_for(0, 4, [](std::size_t) { ADD_FAILURE() << "there is nothing to do"; });
}

TEST(ConcurrentFor, AsManyAsAskedForWaitTogether) {
  std::mutex mutex;
  std::condition_variable changed;
  int waiting = 0;
  concurrent_for(3, 3, [&](std::size_t) {  // would hang with fewer threads
    std::unique_lock lock(mutex);
    ++waiting;
    changed.notify_all();
    changed.wait(lock, [&] { return waiting == 3; });
  });
  EXPECT_EQ(waiting, 3);
}

TEST(ConcurrentFor, TheFirstExceptionEndsIt) {
  for (const int threads : {1, 4}) {
    std::atomic<int> begun = 0;
    try {
      concurrent_for(1000, threads, [&](std::size_t i) {
        ++begun;
        if (i >= 10) throw std::runtime_error(std::to_string(i));
      });
      ADD_FAILURE() << "it was swallowed";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::string("10"));
    }
    EXPECT_LE(begun, 10 + threads);
  }
}

}  // namespace
}  // namespace memfold
