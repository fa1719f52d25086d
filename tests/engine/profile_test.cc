// A user on a page; calls that are counted; calls that end before they are done; readers that
// follow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <stop_token>

#include "engine/call_meter.h"
#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;
using testing::ElementsAre;

class Profiles : public testing::Test {
 protected:
  Profiles() : engine_(Engine::open(directory_.path(), options())) {}

  static EngineOptions options() {
    EngineOptions options = fixed_options();
    options.clock = fixed_clock(*parse_time("2026-03-10T00:00:00Z"));
    return options;
  }

  static Fact fact(std::string content, Category category = Category::Misc,
                   const char* occurred_at = "2026-03-01T00:00:00Z") {
    Fact fact;
    fact.user = "mina";
    fact.source_id = content;
    fact.content = std::move(content);
    fact.category = category;
    fact.stated_at = parse_time("2026-03-01T00:00:00Z");
    fact.occurred_at = parse_time(occurred_at);
    return fact;
  }

  static std::vector<std::string> contents(const std::vector<Memory>& memories) {
    std::vector<std::string> contents;
    for (const Memory& memory : memories) contents.push_back(memory.content);
    return contents;
  }

  StoreDirectory directory_;
  Engine engine_;
};

TEST_F(Profiles, APageHasEachPartInItsOrder) {
  std::vector<Fact> facts = {fact("Order the chairs.", Category::Task),
                             fact("Return the van keys.", Category::Task, "2026-03-05T00:00:00Z"),
                             fact("Pay the florist.", Category::Task, "2026-03-20T00:00:00Z"),
                             fact("The concert begins.", Category::Meeting, "2026-03-15T00:00:00Z"),
                             fact("We chose the blue logo.", Category::Decision),
                             fact("Tea, never coffee.", Category::named("preference")),
                             fact("The safe opens with 4711."),
                             fact("A parking pass was valid.")};
  facts[6].ttl_policy = TtlPolicy::KeepForever;
  facts[6].importance = 0.9;
  facts[4].importance = 0.6;
  facts[7].valid_until = parse_time("2026-03-02");
  engine_.fold(facts);
  const Profile profile = engine_.profile({.user = "mina", .each = 5});
  EXPECT_THAT(contents(profile.tasks), ElementsAre("Pay the florist.", "Order the chairs."));
  EXPECT_THAT(contents(profile.coming), ElementsAre("The concert begins.", "Pay the florist."));
  EXPECT_THAT(contents(profile.decisions), ElementsAre("We chose the blue logo."));
  EXPECT_THAT(contents(profile.preferences), ElementsAre("Tea, never coffee."));
  EXPECT_THAT(contents(profile.pinned), ElementsAre("The safe opens with 4711."));
  EXPECT_THAT(contents(profile.important),
              ElementsAre("The safe opens with 4711.", "We chose the blue logo."));
  EXPECT_EQ(profile.newest.size(), 5u);
  EXPECT_EQ(profile.newest.front().content, "The safe opens with 4711.") << "what is over is out";
  EXPECT_FALSE(profile.is_partial);
  EXPECT_TRUE(engine_.profile({.user = "nobody"}).newest.empty());
  EXPECT_THROW(engine_.profile({}), Error);
  EXPECT_THROW(engine_.profile({.user = "mina", .each = 0}), Error);
}

TEST_F(Profiles, CallsAreCounted) {
  engine_.fold(std::vector{fact("Tea at five."), fact("Coffee at six.")});
  engine_.recall({.user = "mina", .text = "tea"});
  EXPECT_THROW(engine_.list({}), Error);
  const Metrics metrics = engine_.metrics();
  ASSERT_EQ(metrics.calls.size(), 3u);
  EXPECT_EQ(metrics.calls[0].call, "fold");
  EXPECT_EQ(metrics.calls[1].call, "recall");
  EXPECT_EQ(metrics.calls[2].errors, 1u);
  EXPECT_EQ(metrics.facts, 2u);
  EXPECT_EQ(metrics.lanes, 1u);
  EXPECT_LE(metrics.calls[0].p50_us, metrics.calls[0].longest_us);
}

TEST(CallMeter, PercentilesAreExactToAnEighth) {
  CallMeter meter;
  for (std::uint64_t i = 1; i <= 1000; ++i) meter.add(i * 10, i > 990);
  const CallMetrics read = meter.read("fold");
  EXPECT_EQ(read.calls, 1000u);
  EXPECT_EQ(read.errors, 10u);
  EXPECT_EQ(read.longest_us, 10'000u);
  EXPECT_NEAR(double(read.p50_us), 5'000, 5'000 / 8.0);
  EXPECT_NEAR(double(read.p95_us), 9'500, 9'500 / 8.0);
  EXPECT_NEAR(double(read.p99_us), 9'900, 9'900 / 8.0);
  CallMeter quick;
  quick.add(0, false);
  EXPECT_EQ(quick.read("fold").p99_us, 0u);
}

TEST_F(Profiles, AFoldThatIsStoppedKeepsWhatItHadDecidedAndGoesOn) {
  std::vector<Fact> facts;
  for (int i = 0; i < 200; ++i) facts.push_back(fact("Box " + std::to_string(i) + " is empty."));
  std::stop_source source;
  int read = 0;
  EngineOptions counting = options();
  counting.clock = [&] {
    // One reading or more a fact: about half of them are decided about.
    if (++read == 300) source.request_stop();
    return *parse_time("2026-03-10T00:00:00Z");
  };
  counting.threads = 1;
  const StoreDirectory other;
  Engine engine = Engine::open(other.path(), counting);
  FoldOptions stopping;
  stopping.stop.token = source.get_token();
  try {
    engine.fold(facts, stopping);
    ADD_FAILURE() << "it was not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Stopped);
  }
  const std::uint64_t before = engine.stats("mina").decisions;
  EXPECT_GT(before, 0u);
  EXPECT_LT(before, facts.size());
  engine.fold(facts);
  EXPECT_EQ(engine.stats("mina").decisions, facts.size());
  engine_.fold(facts);
  EXPECT_EQ(engine.admin().digest(), engine_.admin().digest()) << "a stop changes nothing";
  EXPECT_TRUE(engine.admin().verify().problems.empty());
}

TEST_F(Profiles, WhatHasNoTimeLeftIsStopped) {
  engine_.fold(std::vector{fact("Tea at five.")});
  StopWhen over;
  over.deadline = std::chrono::steady_clock::now();
  FoldOptions folding;
  folding.stop = over;
  std::ostringstream out;
  for (const std::function<void()>& call : std::initializer_list<std::function<void()>>{
           [&] { engine_.fold(std::vector{fact("Coffee at six.")}, folding); },
           [&] { engine_.admin().verify(over); },
           [&] { engine_.maintain({.jobs = {"archive"}, .stop = over}); },
           [&] { engine_.admin().export_jsonl(out, {.user = {}, .stop = over}); },
           [&] { engine_.admin().export_graphml(out, {.user = {}, .stop = over}); },
           [&] {
             engine_.admin().export_neo4j(directory_.path() + "-graph", {.user = {}, .stop = over});
           }}) {
    try {
      call();
      ADD_FAILURE() << "it was not stopped";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Stopped);
      EXPECT_THAT(error.what(), testing::HasSubstr("ran out of time"));
    }
  }
  EXPECT_EQ(engine_.stats().memories, 1u);
}

TEST_F(Profiles, AReaderSeesTheWriterOnceItIsRefreshed) {
  engine_.fold(std::vector{fact("Tea at five.")});
  EngineOptions reading = options();
  reading.read_only = true;
  Engine reader = Engine::open(directory_.path(), reading);
  EXPECT_EQ(reader.recall({.user = "mina", .text = "tea"}).size(), 1u);
  engine_.fold(std::vector{fact("The tea room closes at nine.")});
  EXPECT_EQ(reader.stats("mina").memories, 1u);
  reader.refresh();
  EXPECT_EQ(reader.recall({.user = "mina", .text = "tea"}).size(), 2u);
  EXPECT_EQ(reader.admin().digest(), engine_.admin().digest());
  EXPECT_THROW(engine_.refresh(), Error);
}

}  // namespace
}  // namespace memfold
