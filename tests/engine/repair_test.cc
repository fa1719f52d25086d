// verify finds what no longer agrees, and repair builds anew what follows from the rest.
#include <gtest/gtest.h>

#include "storage/store.h"
#include "tests/property/fact_stream.h"

namespace memfold {
namespace {

using test::fixed_options;
using test::StoreDirectory;

class Repair : public testing::Test {
 protected:
  Repair() {
    Engine engine = open();
    engine.fold(test::random_stream({.facts = 200, .users = 2, .seed = 3}));
    digest_ = engine.admin().digest();
    user_ = engine.users().front();
    EXPECT_TRUE(engine.admin().verify().problems.empty());
  }
  Engine open() { return Engine::open(directory_.path(), fixed_options()); }

  /// Changes the store behind the engine's back.
  template <typename Damage>
  void damage(const Damage& change) {
    storage::StoreOptions options;
    options.create_if_missing = false;
    const auto store = storage::Store::open(directory_.path(), options);
    storage::CommitBatch batch(user_);
    change(*store, batch);
    store->commit(std::move(batch));
  }

  void expect_repaired() {
    {
      Engine engine = open();
      EXPECT_FALSE(engine.admin().verify().problems.empty());
      const RepairReport report = engine.admin().repair();
      EXPECT_FALSE(report.problems.empty());
      EXPECT_EQ(report.remaining, std::vector<std::string>{});
      EXPECT_GT(report.rebuilt, 0u);
      EXPECT_EQ(engine.admin().digest(), digest_);
    }
    Engine engine = open();
    EXPECT_EQ(engine.admin().verify().problems, std::vector<std::string>{});
    const auto again = engine.fold(test::random_stream({.facts = 200, .users = 2, .seed = 3}));
    EXPECT_EQ(engine.admin().digest(), digest_) << "every fact is still known";
  }

  storage::UserKey key() const { return storage::user_key(user_); }

  StoreDirectory directory_;
  std::string digest_, user_;
};

TEST_F(Repair, LostFeatures) {
  damage([&](const storage::Store& store, storage::CommitBatch& batch) {
    std::vector<std::uint64_t> slots;
    store.scan_features(key(), [&](const storage::FeatureRecord& f) { slots.push_back(f.slot); });
    for (std::size_t i = 0; i < slots.size(); i += 3) batch.delete_features(slots[i]);
  });
  expect_repaired();
}

TEST_F(Repair, FeaturesOfAnotherMemory) {
  damage([&](const storage::Store& store, storage::CommitBatch& batch) {
    storage::FeatureRecord wrong;
    store.scan_features(key(), [&](const storage::FeatureRecord& f) { wrong = f; });
    wrong.thread_key ^= 1;
    batch.put_features(wrong);
  });
  expect_repaired();
}

TEST_F(Repair, ATimelineWithoutOneOfItsMemories) {
  damage([&](const storage::Store& store, storage::CommitBatch& batch) {
    std::optional<Memory> last;
    store.scan_memories(key(), [&](const Memory& memory) { last = memory; });
    batch.delete_memory(*last);  // node and timeline entry; the node is put back
    batch.put_memory(*last, &*last);
  });
  expect_repaired();
}

TEST_F(Repair, WrongCounters) {
  damage([&](const storage::Store& store, storage::CommitBatch& batch) {
    storage::UserRecord record = store.user(key()).value();
    record.memories += 5;
    record.current_memories = 1;
    record.edges = 0;
    record.by_kind[0] = 77;
    record.next_slot = 0;
    batch.put_user(record);
  });
  expect_repaired();
}

TEST_F(Repair, LostIndexesAndTimeline) {
  damage([&](const storage::Store&, storage::CommitBatch&) {});
  {
    storage::StoreOptions options;
    options.create_if_missing = false;
    storage::Store::open(directory_.path(), options)->drop_derived(user_);
  }
  expect_repaired();
}

// P5: what no other record holds is named, marked, and told ever after.
TEST_F(Repair, WhatCannotBeDerivedIsMarkedAndSaid) {
  damage([&](const storage::Store& store, storage::CommitBatch& batch) {
    batch.drop_decision(store.decision(key(), 5).value());
  });
  Engine engine = open();
  const RepairReport report = engine.admin().repair();
  EXPECT_EQ(report.remaining, std::vector<std::string>{});
  EXPECT_EQ(report.lost, std::vector<std::string>{"decision 5 of user " + user_});
  const VerifyReport told = engine.admin().verify();
  EXPECT_TRUE(told.problems.empty());
  EXPECT_EQ(told.lost, std::vector<std::string>{"decision 5 of user " + user_});
  EXPECT_TRUE(engine.admin().repair().problems.empty()) << "once is enough";
}

TEST_F(Repair, ASoundStoreIsLeftAlone) {
  Engine engine = open();
  const RepairReport report = engine.admin().repair();
  EXPECT_TRUE(report.problems.empty());
  EXPECT_EQ(report.rebuilt, 0u);
}

}  // namespace
}  // namespace memfold
