// What parallel_for promises: all of it, or an exception.
#include "engine/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace memfold {
namespace {

TEST(ParallelFor, RethrowsTheFirstException) {
  Threads(2).run([] {
    EXPECT_THROW(parallel_for(100,
                              [](std::size_t i) {
                                if (i == 7) throw std::runtime_error("seven");
                              }),
                 std::runtime_error);
  });
}

/// A lane that fails must not leave another with comparisons that were never made.
TEST(ParallelFor, AFailureBesideItCutsNoLoopShort) {
  constexpr std::size_t kLanes = 4, kSteps = 50, kInner = 8;
  std::atomic<int> cut_short = 0, whole = 0;
  const auto lane = [&](std::size_t i) {
    if (i == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      throw std::runtime_error("this lane");
    }
    for (std::size_t step = 0; step < kSteps; ++step) {
      std::atomic<std::size_t> done = 0;
      parallel_for(kInner, [&](std::size_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        ++done;
      });
      ++(done == kInner ? whole : cut_short);
    }
  };
  Threads(4).run([&] { EXPECT_THROW(parallel_for(kLanes, lane), std::runtime_error); });
  EXPECT_EQ(cut_short, 0);
  EXPECT_GT(whole, 0);
}

TEST(Meanwhile, IsDoneOnceWhoeverDoesIt) {
  for (const int threads : {1, 2, 4}) {
    Threads(threads).run([] {
      for (int i = 0; i < 200; ++i) {
        std::atomic<int> done = 0;
        Meanwhile work([&] { ++done; });
        if (i % 2 == 0) std::this_thread::yield();
        work.finish();
        EXPECT_EQ(done, 1);
        work.finish();
        EXPECT_EQ(done, 1);
      }
    });
  }
}

TEST(Meanwhile, TellsAFailureToWhoeverFinishesIt) {
  for (const int threads : {1, 2}) {
    Threads(threads).run([] {
      Meanwhile work([] { throw std::runtime_error("full"); });
      EXPECT_THROW(work.finish(), std::runtime_error);
      EXPECT_THROW(work.finish(), std::runtime_error);
      const Meanwhile unasked([] { throw std::runtime_error("dropped"); });
    });
  }
}

TEST(Meanwhile, IsDoneBeforeItsOwnerIsGone) {
  Threads(2).run([] {
    std::atomic<bool> done = false;
    {
      const Meanwhile work([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        done = true;
      });
    }
    EXPECT_TRUE(done);
  });
}

}  // namespace
}  // namespace memfold
