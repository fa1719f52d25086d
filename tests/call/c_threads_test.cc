// Many threads on one engine, and its end while they call.
#include <atomic>
#include <thread>
#include <vector>

#include "tests/call/c_host.h"

namespace memfold::test {
namespace {

using CThreads = CHost;

TEST_F(CThreads, TwoHundredThreadsKeepToTheirOwnMemories) {
  constexpr int kThreads = 200, kFacts = 5;
  ASSERT_EQ(open(R"({"durability": "relaxed"})"), MF_OK) << problem_;
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::string user = "user" + std::to_string(t);
      for (int n = 0; n < kFacts; ++n) {
        const nlohmann::json fact{{"user", user},
                                  {"content", user + " keeps box number " + std::to_string(n)}};
        const nlohmann::json request{{"facts", {fact}}};
        if (call(engine_, "fold", request.dump().c_str()).status != MF_OK) ++wrong;
      }
      const nlohmann::json query{{"user", user}, {"text", "box number"}, {"k", 50}};
      const Reply found = call(engine_, "recall", query.dump().c_str());
      if (found.status != MF_OK) {
        ++wrong;
        return;
      }
      for (const auto& hit : found.json().at("hits")) {
        if (hit.at("memory").at("user") != user) ++wrong;
      }
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(call(engine_, "users", nullptr).json().at("users").size(), std::size_t(kThreads));
}

TEST_F(CThreads, ClosingLetsCallsEndAndRefusesTheRest) {
  ASSERT_EQ(open(), MF_OK) << problem_;
  std::vector<std::thread> threads;
  std::atomic<int> folded = 0, refused = 0, other = 0;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int n = 0;; ++n) {
        const nlohmann::json fact{{"user", "u" + std::to_string(t)},
                                  {"content", "Entry number " + std::to_string(n)},
                                  {"idempotency_key", std::to_string(n)}};
        const nlohmann::json request{{"facts", {fact}}};
        const mf_status status = mf_call(engine_, "fold", request.dump().c_str(), nullptr, nullptr);
        if (status == MF_OK) {
          ++folded;
          continue;
        }
        ++(status == MF_CLOSED ? refused : other);
        return;
      }
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ASSERT_EQ(mf_close(engine_, nullptr), MF_OK);
  EXPECT_EQ(mf_close(engine_, nullptr), MF_CLOSED);
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(other, 0);
  EXPECT_EQ(refused, 16);
  ASSERT_EQ(open(), MF_OK) << problem_ << ": the store was let go";
  EXPECT_EQ(call(engine_, "stats", nullptr).json().at("decisions"), folded.load());
  EXPECT_TRUE(call(engine_, "verify", nullptr).json().at("ok"));
}

}  // namespace
}  // namespace memfold::test
