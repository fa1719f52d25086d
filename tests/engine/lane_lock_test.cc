// Readers and a long change of one lane: turns, and what readers see of a fold under way.
#include "engine/fold/lane_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <shared_mutex>
#include <thread>

#include "memfold/engine.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

void wait_until(const auto& condition) {
  while (!condition()) std::this_thread::yield();
}

TEST(LaneLock, WriterAfterWriterLetsReadersInBetween) {
  LaneLock lock;
  lock.lock();
  std::atomic<int> order{0};
  int read_at = 0, written_at = 0;
  std::thread writer([&] {
    const std::lock_guard own(lock);
    written_at = ++order;
  });
  wait_until([&] { return lock.is_waited_for(); });
  std::atomic<bool> started{false};
  std::thread reader([&] {
    started = true;
    const std::shared_lock own(lock);
    read_at = ++order;
  });
  wait_until([&] { return started.load(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // until it waits, most likely
  lock.unlock();
  writer.join();
  reader.join();
  EXPECT_EQ(order, 2);
  EXPECT_NE(read_at, written_at);
  EXPECT_FALSE(lock.is_waited_for());
}

TEST(LaneLock, ReadersThatComeOneAfterAnotherDoNotKeepAWriterOut) {
  LaneLock lock;
  std::atomic<bool> stop{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        const std::shared_lock own(lock);
        std::this_thread::yield();
      }
    });
  }
  for (int i = 0; i < 200; ++i) {
    const std::lock_guard own(lock);
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
}

TEST(LaneLock, CountsAddUpUnderReadersAndWriters) {
  LaneLock lock;
  std::uint64_t first = 0, second = 0;  // equal whenever nobody writes
  std::atomic<std::uint64_t> torn{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 2'000; ++turn) {
        const std::lock_guard own(lock);
        ++first;
        ++second;
      }
    });
    threads.emplace_back([&] {
      for (int turn = 0; turn < 2'000; ++turn) {
        const std::shared_lock own(lock);
        if (first != second) ++torn;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(first, 4'000u);
  EXPECT_EQ(torn, 0u);
}

Fact budget(int amount) {
  Fact fact;
  fact.user = "mina";
  fact.content = "The marketing budget is " + std::to_string(amount) + " USD.";
  fact.occurred_at = Time{std::int64_t(amount) * kMicrosPerDay};
  return fact;
}

// One call of updates of one statement: at any moment there is exactly one current version, and it
// is one that the store has.
TEST(ReadersBesideAFold, SeeWhatIsCommittedAndDoNotWaitForTheCall) {
  const StoreDirectory directory;
  EngineOptions options = fixed_options();
  options.threads = 2;
  Engine engine = Engine::open(directory.path(), options);
  std::vector<Fact> facts{budget(100)};
  engine.fold(facts);
  const RecallQuery query{.user = "mina", .text = "marketing budget", .k = 3, .count_use = false};
  ASSERT_EQ(engine.recall(query).size(), 1u);

  facts.clear();
  for (int i = 1; i <= 400; ++i) facts.push_back(budget(100 + i));
  std::atomic<bool> folding{true};
  std::thread writer([&] {
    engine.fold(facts, {.batch = 512});
    folding = false;
  });
  std::size_t asked = 0, different = 0;
  std::string last;
  while (folding) {
    const std::vector<Hit> hits = engine.recall(query);
    if (!folding) break;
    ++asked;
    if (hits.size() != 1) {
      ADD_FAILURE() << hits.size() << " current versions";
      break;
    }
    const std::string& content = hits.front().memory.content;
    EXPECT_TRUE(engine.get("mina", hits.front().memory.id));
    different += content != last;
    last = content;
  }
  writer.join();
  EXPECT_GE(asked, 3u) << "readers waited for the whole call";
  EXPECT_GE(different, 2u) << "readers saw nothing of what was committed meanwhile";
  EXPECT_EQ(engine.recall(query).at(0).memory.content, budget(500).content);
  EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
}

// What readers do in between does not show in what is stored (P1).
TEST(ReadersBesideAFold, ChangeNothing) {
  const auto folded = [](bool read) {
    const StoreDirectory directory;
    Engine engine = Engine::open(directory.path(), fixed_options());
    const std::vector<Fact> facts = test::random_stream({.facts = 400, .users = 1, .seed = 21});
    const std::string user = facts.front().user;
    std::atomic<bool> folding{read};
    std::vector<std::thread> readers;
    for (int i = 0; read && i < 3; ++i) {
      readers.emplace_back([&, i] {
        while (folding) {
          engine.recall({.user = user,
                         .text = "budget meeting 예산",
                         .by = i == 0 ? RecallBy::Words : RecallBy::Both,
                         .count_use = false});
        }
      });
    }
    engine.fold(facts, {.batch = 400});
    folding = false;
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
    return engine.admin().digest();
  };
  EXPECT_EQ(folded(false), folded(true));
}

// A lane file is written while others read: words that one of them loads meanwhile are not in it.
TEST(ReadersBesideAFold, LoadWordsWhileAFileIsWritten) {
  for (int round = 0; round < 8; ++round) {
    const StoreDirectory directory;
    Engine engine = Engine::open(directory.path(), fixed_options());  // files from 16 memories on
    engine.fold(test::locker_statements(0, 12));
    std::atomic<bool> folding{true};
    std::vector<std::thread> readers;
    for (const bool past : {false, true}) {
      readers.emplace_back([&, past] {
        while (folding) {
          RecallQuery query{
              .user = "mina", .text = "locker", .by = RecallBy::Words, .count_use = false};
          if (past) query.as_of = parse_time("2030-01-01");
          engine.recall(query);
        }
      });
    }
    for (std::size_t at = 12; at < 60; at += 12) engine.fold(test::locker_statements(at, 12));
    folding = false;
    for (std::thread& reader : readers) reader.join();
    for (const Memory& memory : engine.list({.user = "mina", .limit = 100}).memories) {
      const auto hits = engine.recall(
          {.user = "mina", .text = memory.content, .by = RecallBy::Words, .count_use = false});
      ASSERT_FALSE(hits.empty()) << memory.content;
      EXPECT_EQ(hits.front().memory.content, memory.content);
    }
  }
}

}  // namespace
}  // namespace memfold
