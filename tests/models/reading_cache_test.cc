// A reading kept from before must be what reading anew gives.
#include "models/analyst/reading_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "memfold/time.h"

namespace memfold::models {
namespace {

std::string first_value(const Reading& reading) {
  return reading.values.empty() ? "none" : reading.values.front().normal;
}

const Statement kBudget{"the budget is 5,000 won", "budget", std::nullopt};

TEST(ReadingCache, KeepsWhatWasRead) {
  const ReadingCache cache(1 << 20);
  EXPECT_EQ(cache.read(kBudget), cache.read(kBudget));
}

TEST(ReadingCache, TellsApartEverythingAStatementHas) {
  const ReadingCache cache(1 << 20);
  const std::string_view text = "회의는 내일 열립니다";
  const Time monday{1'705'276'800'000'000}, friday{1'705'622'400'000'000};
  const auto on_monday = cache.read({text, {}, monday}), on_friday = cache.read({text, {}, friday});
  EXPECT_EQ(first_value(*on_monday), first_value(Reading({text, {}, monday})));
  EXPECT_NE(first_value(*on_monday), first_value(*on_friday));
  const std::string_view headed = "audit: it is due";
  EXPECT_NE(cache.read({headed, "audit", {}})->context_end,
            cache.read({headed, "other", {}})->context_end);
}

TEST(ReadingCache, ReadingsOutliveTheTextsTheyWereMadeOfAndTheCache) {
  auto text = std::make_unique<std::string>("the invoice is for 40 euros");
  auto cache = std::make_unique<const ReadingCache>(1 << 20);
  const auto reading = cache->read({*text, {}, std::nullopt});
  text.reset();
  cache.reset();
  EXPECT_EQ(reading->content, "the invoice is for 40 euros");
  EXPECT_TRUE(reading->mentions("invoice"));
}

std::string costs(int item) {
  return "item " + std::to_string(item) + " costs " + std::to_string(item) + " won";
}

TEST(ReadingCache, LetsGoOfTheLeastRecentlyUsed) {
  const ReadingCache cache(1 << 20);
  std::vector<std::weak_ptr<const Reading>> seen;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = costs(i);
    const auto reading = cache.read({text, {}, std::nullopt});
    ASSERT_EQ(reading->content, text);
    seen.push_back(reading);
    cache.read(kBudget);
  }
  const auto kept = std::size_t(
      std::count_if(seen.begin(), seen.end(), [](const auto& one) { return !one.expired(); }));
  EXPECT_TRUE(seen.front().expired());
  EXPECT_FALSE(seen.back().expired());
  EXPECT_GT(kept, 100u) << "a megabyte holds some hundred short statements";
  EXPECT_LT(kept, 1000u) << "and no more than that";
}

TEST(ReadingCache, KeepsNothingWithoutRoom) {
  const ReadingCache cache(0);
  const auto first = cache.read(kBudget);
  EXPECT_NE(first, cache.read(kBudget));
}

TEST(ReadingCache, LongStatementsAreReadWhereNeeded) {
  const ReadingCache cache(1 << 20);
  const std::string text(5000, 'x');
  const Statement statement{text, {}, std::nullopt};
  EXPECT_NE(cache.read(statement), cache.read(statement));
}

TEST(ReadingCache, IsSafeFromManyThreads) {
  const ReadingCache cache(64 << 10);  // few fit: they come and go all the time
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 400; ++i) {
        const std::string text = costs((i * (t + 1)) % 50) + ", only before noon";
        const auto reading = cache.read({text, {}, std::nullopt});
        const Reading alone({text, {}, std::nullopt});
        wrong += reading->content != text ||
                 reading->meanings().words().size() != alone.meanings().words().size() ||
                 reading->opposites().size() != alone.opposites().size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace memfold::models
