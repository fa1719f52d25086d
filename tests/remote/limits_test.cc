// How much a remote Analyst asks for, at once and in all, and what it counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <thread>

#include "chat.h"

namespace memfold {
namespace {

using testing_remote::good_response;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::options_for;

Analysis compare(const Analyst& analyst, const std::string& incoming) {
  return analyst.compare({"existing", {}, {}}, {incoming, {}, {}});
}

std::string reason(const Analyst& analyst, const std::string& incoming) {
  return compare(analyst, incoming).reasoning;
}

/// Answers when `size` requests wait at once, and sees how many ever do.
class Gate {
 public:
  explicit Gate(int size) : size_(size) {}

  void pass() {
    std::unique_lock lock(mutex_);
    most_ = std::max(most_, ++inside_);
    const int round = round_;
    if (++waiting_ == size_) {
      waiting_ = 0;
      ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != round; });
    --inside_;
  }
  int most() const { return most_; }

 private:
  const int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0, inside_ = 0, most_ = 0, round_ = 0;
};

TEST(Limits, AsManyCallsAtOnceAsAllowedAndNoMore) {
  Gate gate(3);
  LoopbackServer server([&](const HttpRequest&) {
    gate.pass();
    return good_response();
  });
  RemoteOptions options = options_for(server.url());
  options.max_concurrent = 3;
  const auto analyst = remote_analyst(options);
  // Nine who ask and three threads that look ahead, for eighteen different pairs.
  std::vector<std::string> texts;
  for (int i = 0; i < 18; ++i) texts.push_back("text " + std::to_string(i));
  std::vector<StatementPair> pairs;
  for (int i = 9; i < 18; ++i) pairs.push_back({{"existing", {}, {}}, {texts[i], {}, {}}});
  analyst->prefetch(pairs);
  std::vector<std::thread> threads;
  for (int i = 0; i < 9; ++i) {
    threads.emplace_back([&, i] {
      compare(*analyst, texts[i]);
      compare(*analyst, texts[i + 9]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(server.count(), 18u);
  EXPECT_EQ(gate.most(), 3);
}

TEST(Limits, TheBreakerOpensCoolsDownAndCloses) {
  std::atomic<bool> is_well = false;
  LoopbackServer server([&](const HttpRequest&) {
    return is_well ? good_response() : HttpResponse{500, ""};
  });
  std::atomic<std::int64_t> now = 0;
  RemoteOptions options = options_for(server.url());
  options.max_retries = 1;
  options.breaker_failures = 3;
  options.breaker_cooldown_ms = 10;
  options.hooks.steady_micros = [&] { return now.load(); };
  const auto analyst = remote_analyst(options);

  for (const char* text : {"a", "b", "c"}) compare(*analyst, text);
  EXPECT_EQ(server.count(), 6u);
  EXPECT_EQ(analyst->counters().breaker, BreakerState::Open);
  EXPECT_NE(reason(*analyst, "d").find("left alone"), std::string::npos);
  EXPECT_EQ(compare(*analyst, "d").confidence, 0.5);
  EXPECT_EQ(server.count(), 6u) << "no further call";
  EXPECT_EQ(analyst->counters().failures, 3u);
  EXPECT_EQ(analyst->counters().refused, 2u);

  now = 10'000;
  is_well = true;
  EXPECT_EQ(compare(*analyst, "d").verdict, Verdict::Update);
  EXPECT_EQ(analyst->counters().breaker, BreakerState::Closed);
}

TEST(Limits, ABudgetOfCallsCountsRetriesAndEndsThem) {
  LoopbackServer server([](const HttpRequest&) { return HttpResponse{500, ""}; });
  RemoteOptions options = options_for(server.url());
  options.max_calls = 3;
  options.max_retries = 1;
  const auto analyst = remote_analyst(options);
  compare(*analyst, "a");
  EXPECT_FALSE(analyst->counters().budget_used_up);
  EXPECT_NE(reason(*analyst, "b").find("budget"), std::string::npos);
  const Analysis third = compare(*analyst, "c");
  EXPECT_EQ(third.verdict, Verdict::Link);
  EXPECT_EQ(third.confidence, 0.5);
  EXPECT_EQ(server.count(), 3u);
  EXPECT_TRUE(analyst->counters().budget_used_up);
  EXPECT_EQ(analyst->counters().failures, 2u);
  EXPECT_EQ(analyst->counters().refused, 1u);
}

TEST(Limits, ABudgetOfCallsHoldsAmongManyThreads) {
  LoopbackServer server([](const HttpRequest&) { return good_response(); });
  RemoteOptions options = options_for(server.url());
  options.max_calls = 10;
  const auto analyst = remote_analyst(options);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 5; ++j) compare(*analyst, std::to_string(i) + " " + std::to_string(j));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(server.count(), 10u);
  EXPECT_EQ(analyst->counters().calls, 10u);
  EXPECT_EQ(analyst->counters().refused, 30u);
}

TEST(Limits, ABudgetOfTokensEndsCallsOnceItIsSpent) {
  LoopbackServer server([](const HttpRequest&) { return good_response(); });  // 760 each
  RemoteOptions options = options_for(server.url());
  options.max_tokens = 1000;
  const auto analyst = remote_analyst(options);
  EXPECT_EQ(compare(*analyst, "a").verdict, Verdict::Update);
  EXPECT_EQ(compare(*analyst, "b").verdict, Verdict::Update);
  EXPECT_EQ(compare(*analyst, "c").confidence, 0.5);
  EXPECT_EQ(server.count(), 2u);
  EXPECT_EQ(compare(*analyst, "a").verdict, Verdict::Update) << "remembered all the same";
}

TEST(Limits, CountersSayWhatWasDone) {
  std::atomic<int> calls = 0;
  LoopbackServer server([&](const HttpRequest&) {
    return ++calls == 1 ? HttpResponse{503, ""} : good_response();
  });
  std::atomic<std::int64_t> now = 0;
  RemoteOptions options = options_for(server.url());
  options.hooks.steady_micros = [&] { return now += 100; };
  const auto analyst = remote_analyst(options);
  for (const char* text : {"a", "b", "a", "a"}) compare(*analyst, text);
  const RemoteCounters counters = analyst->counters();
  EXPECT_EQ(counters.comparisons, 4u);
  EXPECT_EQ(counters.cache_hits, 2u);
  EXPECT_EQ(counters.calls, 3u);
  EXPECT_EQ(counters.retries, 1u);
  EXPECT_EQ(counters.failures + counters.refused + counters.unusable, 0u);
  EXPECT_EQ(counters.prompt_tokens, 1400u);
  EXPECT_EQ(counters.completion_tokens, 120u);
  EXPECT_EQ(counters.answers, 3u);
  EXPECT_EQ(counters.latency_sum, 300u);
  EXPECT_EQ(counters.latency_max, 100u);
  EXPECT_EQ(counters.latency_p50, 100u);
  EXPECT_EQ(counters.latency_p95, 100u);
  EXPECT_EQ(counters.breaker, BreakerState::Closed);
}

}  // namespace
}  // namespace memfold
