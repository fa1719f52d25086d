// With threads = 1 everything runs on the thread that calls. A process of its own: threads that
// another test started would hide those started here.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <set>
#include <thread>

#include "engine/parallel.h"
#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

std::size_t threads_now() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::size_t(std::distance(begin(tasks), end(tasks)));
}

/// Who was here, taking turns so that helpers have time to come.
class Visitors {
 public:
  void operator()(std::size_t) {
    std::this_thread::yield();
    const std::lock_guard lock(mutex_);
    ids_.insert(std::this_thread::get_id());
  }
  std::size_t count() const { return ids_.size(); }

 private:
  std::mutex mutex_;
  std::set<std::thread::id> ids_;
};

// Before anything else in this process starts threads of its own.
TEST(OneThread, IsTheCallersOwn) {
  const std::size_t before = threads_now();
  const Threads one(1);
  Visitors visitors;
  one.run([&] { parallel_for(1000, std::ref(visitors)); });
  one.help([&] { parallel_for(1000, std::ref(visitors)); });
  EXPECT_EQ(visitors.count(), 1u);
  EXPECT_EQ(threads_now(), before);
}

TEST(OneThread, IsAllThatAnEngineNeeds) {
  const test::StoreDirectory directory;
  EngineOptions options = test::fixed_options(/*threads=*/1);
  options.models = builtin_models();
  std::vector<Fact> facts = test::random_stream({.facts = 3000, .users = 2, .seed = 9});
  { Engine::open(directory.path(), options).fold(facts); }
  const std::size_t none = threads_now();
  Engine engine = Engine::open(directory.path(), options);
  const std::size_t opened = threads_now();  // RocksDB's own among them
  for (const std::string& user : engine.users()) {
    for (const RecallBy by : {RecallBy::Vector, RecallBy::Words, RecallBy::Both}) {
      engine.recall({.user = user, .text = "예산 budget meeting", .k = 50, .by = by});
    }
    engine.recall({.user = user, .text = "예산", .as_of = parse_time("2030-01-01")});
    engine.graph().recall({.user = user, .text = "예산"});
    engine.explain(facts.front());
    engine.maintain({{"archive"}});
  }
  for (Fact& fact : facts) fact.idempotency_key += "again";
  engine.fold(facts, {.dry_run = true});
  EXPECT_EQ(threads_now(), opened) << none << " before the store was opened";
}

TEST(ManyThreads, HelpWithoutWaitingForOneAnother) {
  const Threads two(2);
  // One caller holds every thread of the pool; another gets on by itself.
  std::mutex busy;
  busy.lock();
  std::thread holder([&] {
    two.run([&] { parallel_for(2, [&](std::size_t) { const std::lock_guard wait(busy); }); });
  });
  Visitors visitors;
  two.help([&] { parallel_for(100, std::ref(visitors)); });
  EXPECT_GE(visitors.count(), 1u);
  busy.unlock();
  holder.join();
}

}  // namespace
}  // namespace memfold
