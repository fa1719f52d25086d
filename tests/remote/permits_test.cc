#include "remote/permits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace memfold::remote {
namespace {

TEST(Permits, WhoeverIsInAHurryGoesFirst) {
  Permits permits(1);
  std::vector<char> order;  // written under the permit
  ASSERT_TRUE(permits.acquire(true));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, hurries = i >= 2] {
      const Permit permit(permits, hurries);
      order.push_back(hurries ? 'a' : 'b');
    });
  }
  while (permits.waiting() < 4) std::this_thread::yield();
  permits.release();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::string(order.begin(), order.end()), "aabb");
}

TEST(Permits, StoppingSendsWaitersHome) {
  Permits permits(1);
  ASSERT_TRUE(permits.acquire(false));
  std::thread waiter([&] { EXPECT_FALSE(Permit(permits, true)); });
  permits.stop();
  waiter.join();
  EXPECT_FALSE(permits.acquire(true));
}

}  // namespace
}  // namespace memfold::remote
