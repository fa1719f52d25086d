// What is kept of users in memory: nothing of those nobody knows, and of the others what fits.
#include "engine/fold/lanes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "engine/maintain/reembed.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

std::string user(std::size_t i) {
  return "user-" + std::to_string(i);
}

class LanesTest : public testing::Test {
 protected:
  LanesTest() {
    const EngineOptions options = fixed_options();
    {
      Engine engine = Engine::open(directory_.path(), options);
      std::vector<Fact> facts(kUsers);
      for (std::size_t i = 0; i < kUsers; ++i) {
        facts[i].user = user(i);
        facts[i].content = "회의는 " + std::to_string(i) + "층에서 한다";
      }
      engine.fold(facts);
    }
    store_ = storage::Store::open(directory_.path(),
                                  {.identity = identity_of(*options.models.embedder)});
  }
  static void use(Lanes& lanes, const std::string& name) {
    lanes.with_exclusive(name, [](Lane&) { return true; });
  }
  std::uint64_t bytes_of_one() const {
    Lanes lanes(*store_, ~std::uint64_t{0});
    use(lanes, user(0));
    return lanes.resident_bytes();
  }

  static constexpr std::size_t kUsers = 200;
  StoreDirectory directory_;
  std::unique_ptr<storage::Store> store_;
};

TEST_F(LanesTest, UsersOfWhomNothingIsStoredLeaveNothing) {
  Lanes lanes(*store_, ~std::uint64_t{0});
  const std::function<void(const std::string&)> calls[] = {
      [&](const std::string& name) { use(lanes, name); },
      [&](const std::string& name) {
        lanes.with_shared(
            name, [](const Lane&) { return true; }, [](Lane&) {}, [](Lane&) {}, [](const Lane&) {});
      },
      [&](const std::string& name) { lanes.with_held(name, [] {}); },
      [&](const std::string& name) { lanes.with_locked(name, [] {}); },
      [&](const std::string& name) { lanes.with_graph(name, [] {}); },
      [&](const std::string& name) { lanes.with_unloaded(name, [] { return false; }); },
      [&](const std::string& name) { lanes.discard(name); },
      [&](const std::string& name) { lanes.discard_stories(name); },
      [&](const std::string& name) {
        lanes.with_stories(
            name, 0, [&] { return Lane::load(*store_, name, index::serial_for); },
            [](const Lane&) {});
      },
  };
  for (const auto& call : calls) {
    call("nobody");
    EXPECT_EQ(lanes.slots(), 0u);
    EXPECT_EQ(lanes.resident_bytes(), 0u);
    call(user(1));
    lanes.discard(user(1));
  }
  use(lanes, user(1));
  EXPECT_EQ(lanes.slots(), 1u) << "who is known stays loaded";
  EXPECT_GT(lanes.resident_bytes(), 0u);
}

TEST_F(LanesTest, WhatThrowsLeavesNothingBehindEither) {
  Lanes lanes(*store_, ~std::uint64_t{0});
  EXPECT_THROW(lanes.with_exclusive(user(1), [](Lane&) -> bool { throw 1; }), int);
  EXPECT_THROW(lanes.with_shared(
                   user(1), [](const Lane&) { return false; }, [](Lane&) { throw 1; }, [](Lane&) {},
                   [](const Lane&) {}),
               int);
  EXPECT_THROW(lanes.with_unloaded(user(1), []() -> bool { throw 1; }), int);
  EXPECT_EQ(lanes.slots(), 0u);
  EXPECT_EQ(lanes.resident_bytes(), 0u);
}

/// As when a fold began another lane between the preparing and the reading.
TEST_F(LanesTest, WhatIsNotReadyForAReaderIsPreparedOnceMore) {
  Lanes lanes(*store_, ~std::uint64_t{0});
  int prepared = 0, read = 0;
  lanes.with_shared(
      user(1), [](const Lane&) { return false; }, [&](Lane&) { ++prepared; }, [](Lane&) {},
      [&](const Lane&) { read += prepared; });
  EXPECT_EQ(prepared, 2);
  EXPECT_EQ(read, 2);
}

TEST_F(LanesTest, AReaderIsLetInBesideALongChangeAndMayPrepare) {
  Lanes lanes(*store_, ~std::uint64_t{0});
  use(lanes, user(1));
  bool settled = false, read = false;
  std::atomic<bool> prepared{false}, done{false};
  lanes.with_access(user(1), [&](Lane&, LaneAccess& access) {
    access.share();
    std::thread([&] {
      lanes.with_shared(
          user(1), [](const Lane&) { return true; }, [](Lane&) {}, [](Lane&) {},
          [&](const Lane&) { read = true; });
    }).join();
    EXPECT_TRUE(read);
    EXPECT_FALSE(lanes.try_with_locked(user(1), [] {}));
    std::thread reader([&] {
      lanes.with_shared(
          user(1), [&](const Lane&) { return prepared.load(); }, [&](Lane&) { prepared = true; },
          [&](Lane&) { settled = true; }, [](const Lane&) {});
      done = true;
    });
    while (!done) {  // whoever prepares comes in between a reading and the next change
      access.exclude();
      access.share();
    }
    reader.join();
    return true;
  });
  EXPECT_TRUE(prepared);
  EXPECT_FALSE(settled) << "whoever changes the lane settles it";
  EXPECT_TRUE(lanes.try_with_locked(user(1), [] {}));
}

TEST_F(LanesTest, ASlotThatIsHeldStays) {
  Lanes lanes(*store_, 1);
  lanes.with_held(user(0), [&] {
    lanes.with_exclusive(user(1), [&](Lane&) {
      lanes.discard_stories(user(1));  // holds it once more
      for (std::size_t i = 2; i < 10; ++i) use(lanes, user(i));
      EXPECT_EQ(lanes.slots(), 3u) << "two that are held, and the one used last";
      return true;
    });
  });
  EXPECT_EQ(lanes.slots(), 1u);
}

TEST_F(LanesTest, TheLeastRecentlyUsedGoAndNobodyElseIsLookedAt) {
  const std::uint64_t one = bytes_of_one();
  constexpr std::size_t kFit = 20;
  Lanes lanes(*store_, (kFit + 1) * one);
  std::size_t loads = 0;
  const auto was_loaded = [&](std::size_t i) {
    const std::uint64_t before = lanes.resident_bytes();
    bool same = false;
    lanes.with_held(user(i), [&] { same = lanes.resident_bytes() == before; });
    return same;
  };
  for (std::size_t i = 0; i < kUsers; ++i, ++loads) {
    use(lanes, user(i));
    use(lanes, user(0));  // in use all the time
    EXPECT_LE(lanes.resident_bytes(), (kFit + 2) * one);
    EXPECT_TRUE(was_loaded(0));
  }
  EXPECT_GE(lanes.slots(), kFit / 2);
  // Each step of trimming lets go of somebody: it was a walk over all users for each of them.
  EXPECT_EQ(lanes.looked_at(), kUsers - lanes.slots());
}

TEST_F(LanesTest, WhoeverWasUsedLastStaysHoweverSmallTheBudget) {
  Lanes lanes(*store_, 0);
  use(lanes, user(3));
  EXPECT_EQ(lanes.slots(), 1u);
  use(lanes, user(3));
  EXPECT_EQ(lanes.looked_at(), 0u);
  use(lanes, user(4));
  EXPECT_EQ(lanes.slots(), 1u);
  EXPECT_EQ(lanes.looked_at(), 1u);
}

/// A slot may vanish only when nobody holds it: two callers must never have two of one user.
TEST_F(LanesTest, OneAtATimeWhileSlotsComeAndGo) {
  Lanes lanes(*store_, 1);
  constexpr std::size_t kNames = 4;
  int inside[kNames] = {};  // guarded by the lanes alone
  std::atomic<int> rounds{0};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 400; ++i) {
        const std::size_t name = (i * 7 + t) % kNames;
        // Two of them are nobody.
        const std::string who = name < 2 ? user(name) : "nobody-" + std::to_string(name);
        switch ((i + t) % 4) {
          case 0:
            lanes.with_held(who, [&] { EXPECT_EQ(inside[name], 0); });
            break;
          case 1:
            lanes.with_unloaded(who, [&] {
              EXPECT_EQ(inside[name]++, 0);
              --inside[name];
              return i % 3 == 0;
            });
            break;
          case 2:
            lanes.with_shared(
                who, [](const Lane&) { return true; }, [](Lane&) {}, [](Lane&) {},
                [&](const Lane&) { EXPECT_EQ(inside[name], 0); });
            break;
          default:
            lanes.with_exclusive(who, [&](Lane&) {
              EXPECT_EQ(inside[name]++, 0);
              --inside[name];
              return i % 5 != 0;
            });
        }
        ++rounds;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(rounds, 8 * 400);
  EXPECT_LE(lanes.slots(), 1u);
}

/// 200,000 of them kept 307 MB, 138 of these counted.
TEST_F(LanesTest, CallsForUsersNobodyKnowsLeaveNothingInAnEngine) {
  store_.reset();
  Engine engine = Engine::open(directory_.path(), fixed_options());
  for (int i = 0; i < 50; ++i) {
    const std::string nobody = "nobody-" + std::to_string(i);
    engine.recall({.user = nobody, .text = "회의"});
    engine.graph().recall({.user = nobody, .text = "회의"});
    engine.history(nobody, Id{});
    Fact fact;
    fact.user = nobody;
    fact.content = "회의는 3층에서 한다";
    engine.explain(fact);
    engine.fold({&fact, 1}, {.dry_run = true});
    EXPECT_THROW(engine.forget({.user = nobody, .ids = {derive_id("a", "b")}}), Error);
  }
  EXPECT_EQ(engine.stats().resident_bytes, 0u);
  EXPECT_EQ(engine.users().size(), kUsers);
}

}  // namespace
}  // namespace memfold
