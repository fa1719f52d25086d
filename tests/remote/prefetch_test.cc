// Comparisons begun ahead, and what is remembered of them.
#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <thread>

#include "chat.h"

namespace memfold {
namespace {

using testing_remote::good_response;
using testing_remote::HttpRequest;
using testing_remote::HttpResponse;
using testing_remote::LoopbackServer;
using testing_remote::options_for;

std::vector<std::string> numbered(int count) {
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back("text " + std::to_string(i));
  return texts;
}

std::vector<StatementPair> pairs_of(const std::vector<std::string>& texts) {
  std::vector<StatementPair> pairs;
  for (const std::string& text : texts) pairs.push_back({{"existing", {}, {}}, {text, {}, {}}});
  return pairs;
}

Analysis compare(const Analyst& analyst, const StatementPair& pair) {
  return analyst.compare(pair.existing, pair.incoming);
}

TEST(Prefetch, EveryPairIsAskedOnceWhoeverIsFirst) {
  LoopbackServer server([](const HttpRequest&) { return good_response(); });
  const auto analyst = remote_analyst(options_for(server.url()));
  auto texts = std::make_unique<std::vector<std::string>>(numbered(40));
  analyst->prefetch(pairs_of(*texts));
  analyst->prefetch(pairs_of(*texts));
  const std::vector<std::string> copy = *texts;
  texts.reset();  // the texts were borrowed for the call only
  for (const StatementPair& pair : pairs_of(copy)) {
    EXPECT_EQ(compare(*analyst, pair).verdict, Verdict::Update);
  }
  EXPECT_EQ(server.count(), 40u);
  EXPECT_EQ(analyst->counters().cache_hits, 0u) << "each was asked for once";
  EXPECT_EQ(analyst->counters().comparisons, 40u);
  compare(*analyst, pairs_of(copy).front());
  EXPECT_EQ(analyst->counters().cache_hits, 1u);
  EXPECT_EQ(server.count(), 40u);
}

TEST(Prefetch, BeginsWithoutBeingAskedAndTheAnswerIsWaitedFor) {
  std::latch begun(1), may_end(1);
  LoopbackServer server([&](const HttpRequest&) {
    begun.count_down();
    may_end.wait();
    return good_response();
  });
  const auto analyst = remote_analyst(options_for(server.url()));
  const auto texts = numbered(1);
  analyst->prefetch(pairs_of(texts));
  begun.wait();
  std::thread asker(
      [&] { EXPECT_EQ(compare(*analyst, pairs_of(texts).front()).verdict, Verdict::Update); });
  may_end.count_down();
  asker.join();
  EXPECT_EQ(server.count(), 1u);
  EXPECT_EQ(analyst->counters().prefetched, 1u);
}

TEST(Prefetch, AnotherSubjectOrTimeIsAnotherPair) {
  LoopbackServer server([](const HttpRequest&) { return good_response(); });
  const auto analyst = remote_analyst(options_for(server.url()));
  const Statement base{"existing", {}, {}};
  const Statement variants[] = {{"in", {}, {}},
                                {"in", "subject", {}},
                                {"in", {}, Time{0}},
                                {"in", {}, Time{1}},
                                {"insubject", {}, {}}};
  for (int round = 0; round < 2; ++round) {
    for (const Statement& one : variants) compare(*analyst, {base, one});
    for (const Statement& one : variants) compare(*analyst, {one, base});
  }
  EXPECT_EQ(server.count(), 10u);
  EXPECT_EQ(analyst->counters().cache_hits, 10u);
}

TEST(Prefetch, AFailureAheadIsTriedAgainByWhoeverAsks) {
  std::atomic<int> calls = 0;
  LoopbackServer server([&](const HttpRequest&) {
    return ++calls == 1 ? HttpResponse{400, ""} : good_response();
  });
  const auto analyst = remote_analyst(options_for(server.url()));
  const auto texts = numbered(1);
  analyst->prefetch(pairs_of(texts));
  while (analyst->counters().failures == 0) std::this_thread::yield();
  // The failure is counted a moment before it is forgotten; whoever comes in between is told of it.
  const Analysis first = compare(*analyst, pairs_of(texts).front());
  EXPECT_EQ(compare(*analyst, pairs_of(texts).front()).verdict, Verdict::Update);
  EXPECT_TRUE(first.verdict == Verdict::Update || first.confidence == 0.5);
  EXPECT_EQ(server.count(), 2u);
}

TEST(Prefetch, AGuessThatIsRefusedIsNoComparisonGivenUp) {
  LoopbackServer server([](const HttpRequest&) { return good_response(); });
  RemoteOptions options = options_for(server.url());
  options.max_calls = 1;
  const auto analyst = remote_analyst(options);
  const auto texts = numbered(5);
  analyst->prefetch(pairs_of(texts));
  while (!analyst->counters().budget_used_up) std::this_thread::yield();
  EXPECT_EQ(analyst->counters().refused, 0u);
  EXPECT_LE(server.count(), 1u);
}

TEST(Prefetch, DestructionEndsWhatIsUnderWay) {
  std::latch begun(2);
  LoopbackServer server([&](const HttpRequest&) {
    begun.count_down();
    return HttpResponse{200, {}, {}, HttpResponse::Manner::Hang};
  });
  RemoteOptions options = options_for(server.url());
  options.max_concurrent = 2;
  options.timeout_ms = 3'600'000;
  auto analyst = remote_analyst(options);
  analyst->prefetch(pairs_of(numbered(50)));
  begun.wait();
  analyst.reset();  // an hour later, if it did not
  EXPECT_EQ(server.count(), 2u);
}

TEST(Prefetch, DestructionCutsAWaitShort) {
  std::latch answered(1);
  LoopbackServer server([&](const HttpRequest&) {
    answered.count_down();
    return HttpResponse{503, "", {{"Retry-After", "3600"}}};
  });
  RemoteOptions options = options_for(server.url());
  options.hooks.sleep_for = nullptr;
  options.retry_after_max_ms = 3'600'000;
  auto analyst = remote_analyst(options);
  analyst->prefetch(pairs_of(numbered(1)));
  answered.wait();
  analyst.reset();
  EXPECT_EQ(server.count(), 1u);
}

TEST(Prefetch, IsNothingToAnAnalystThatIsQuick) {
  class Quick final : public Analyst {
    std::string name() const override { return "quick@1"; }
    Analysis compare(const Statement&, const Statement&) const override { return {}; }
  };
  const Quick quick;
  const Analyst& analyst = quick;
  analyst.prefetch(pairs_of(numbered(3)));
  EXPECT_FALSE(analyst.is_costly(Analysis{}));
}

}  // namespace
}  // namespace memfold
