// The disk says no at any write of a long fold that is committed while it goes on: what it says is
// done is there, and at most the commit that failed beside it.
#include <numeric>

#include "engine/fold/fold.h"
#include "engine/fold/lane_lock.h"
#include "engine/parallel.h"
#include "storage/store_impl.h"
#include "tests/property/fact_stream.h"
#include "tests/storage/faulty_file_system.h"

#include <gtest/gtest.h>

namespace memfold::test {
namespace {

constexpr std::size_t kFacts = 300;

std::vector<Fact> rooms() {
  std::vector<Fact> facts(kFacts);
  for (std::size_t i = 0; i < kFacts; ++i) {
    facts[i].user = "mina";
    facts[i].content = "Room " + std::to_string(i) + " was painted";
    facts[i].source_id = "mail-" + std::to_string(i);
  }
  return facts;
}

class FoldFault : public testing::Test {
 protected:
  FoldFault() {
    for (const Fact& fact : facts_) {
      prepared_.push_back(prepare(fact, options_.clock(), options_.models.embedder->dimension()));
    }
  }

  /// Folds all facts; returns how many are said to be done.
  std::size_t fold(storage::Store& store) {
    LaneFacts work{prepared_, facts_, std::vector<std::size_t>(kFacts), 0};
    std::iota(work.indices.begin(), work.indices.end(), 0);
    std::vector<Decision> decisions(kFacts);
    const auto lane = Lane::load(store, "mina", parallel_for_raw);
    LaneLock lock;
    lock.lock();
    LaneAccess access(lock);
    failed_ = false;
    try {
      Threads(2).run([&] {
        fold_lane({store, options_, options_.decide}, *lane, access, work, {}, false, decisions);
      });
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Io) << error.what();
      failed_ = true;
    }
    lock.unlock();
    return work.done;
  }

  const EngineOptions options_ = fixed_options();
  const std::vector<Fact> facts_ = rooms();
  std::vector<PreparedFact> prepared_;
  bool failed_ = false;
};

TEST_F(FoldFault, WhatIsSaidToBeDoneIsThere) {
  std::vector<std::size_t> done;
  do {
    const StoreDirectory directory;
    storage::StoreOptions options;
    options.identity = {options_.models.embedder->name(), options_.models.embedder->dimension()};
    storage::Store::open(directory.path(), options);  // is made with the disk well
    storage::Faults faults;
    const storage::FaultyEnvironment environment(faults);
    {
      storage::Store store(storage::Store::Impl::open(directory.path(), {}, environment.get()));
      faults.writes_left = std::int64_t(done.size());
      done.push_back(fold(store));
    }
    const auto user = storage::Store::open(directory.path(), {})->user(storage::user_key("mina"));
    const std::size_t kept = user ? user->next_sequence - 1 : 0;
    EXPECT_GE(kept, done.back()) << "after " << done.size() - 1 << " writes";
    EXPECT_LE(kept - done.back(), 64u) << "after " << done.size() - 1 << " writes";
  } while (failed_ && !HasFailure());
  EXPECT_EQ(done.front(), 0u);
  EXPECT_EQ(done.back(), kFacts);
  EXPECT_GT(done.size(), 4u) << "the faults never reached the work";
}

}  // namespace
}  // namespace memfold::test
