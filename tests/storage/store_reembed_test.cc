// Vectors of two embedders side by side: which serve, which are gathered, which go.
#include <gtest/gtest.h>
#include <rocksdb/env.h>

#include <map>

#include "memfold/error.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

using Row = std::vector<std::int16_t>;

class StoreReembed : public testing::Test {
 protected:
  StoreReembed() {
    open();
    CommitBatch batch("mina");
    UserRecord record;
    record.user = "mina";
    batch.put_user(record);
    for (std::uint64_t slot = 0; slot < 3; ++slot) {
      batch.put_vector(slot, id(slot), Row{1, std::int16_t(slot)});
    }
    store_->commit(std::move(batch));
  }

  void open(const StoreIdentity& identity = {}) {
    store_.reset();
    StoreOptions options;
    options.identity = identity.embedder.empty() && !made_ ? old_ : identity;
    made_ = true;
    store_ = Store::open(scratch_.path(), options);
  }
  static Id id(std::uint64_t slot) { return derive_id("mina", std::to_string(slot)); }

  std::map<std::uint64_t, Row> serving() {
    std::map<std::uint64_t, Row> rows;
    store_->scan_vectors(key_, [&](std::uint64_t slot, const Id& who, auto row) {
      EXPECT_EQ(who, id(slot));
      rows.emplace(slot, Row(row.begin(), row.end()));
      EXPECT_EQ(store_->vector(key_, slot), rows.at(slot));
    });
    return rows;
  }
  std::vector<std::uint64_t> other_half() {
    std::vector<std::uint64_t> slots;
    store_->scan_other_vectors(key_, [&](std::uint64_t slot, const Id& who) {
      EXPECT_EQ(who, id(slot));
      slots.push_back(slot);
    });
    return slots;
  }
  void gather(std::uint64_t slot) {
    CommitBatch batch("mina");
    batch.put_next_vector(slot, id(slot), Row{9, 9, std::int16_t(slot)});
    store_->commit(std::move(batch));
  }

  const StoreIdentity old_{"old@1", 2, {{0, 0}, {1, 1}}};
  const StoreIdentity next_{"new@2", 3, {}};
  const UserKey key_ = user_key("mina");
  ScratchDirectory scratch_;
  std::unique_ptr<Store> store_;
  bool made_ = false;
};

using Slots = std::vector<std::uint64_t>;
const std::map<std::uint64_t, Row> kOldRows = {{0, {1, 0}}, {1, {1, 1}}, {2, {1, 2}}};

TEST_F(StoreReembed, WhatIsGatheredDoesNotServeBeforeTheSwitch) {
  store_->begin_reembedding(next_);
  gather(0);
  gather(2);
  for (const bool reopened : {false, true}) {
    if (reopened) open();
    EXPECT_EQ(serving(), kOldRows);
    EXPECT_EQ(other_half(), (Slots{0, 2}));
    EXPECT_EQ(store_->identity(), old_);
    EXPECT_EQ(store_->next_identity(), next_);
    EXPECT_FALSE(store_->has_replaced_vectors());
  }
}

TEST_F(StoreReembed, TheSwitchIsOneAndLasts) {
  store_->begin_reembedding(next_);
  for (const std::uint64_t slot : {0, 1, 2}) gather(slot);
  std::vector<CommitBatch> along;
  along.emplace_back("mina").put_checkpoint("switched", "yes");
  store_->switch_vectors(along);
  for (const bool reopened : {false, true}) {
    if (reopened) open(next_);
    EXPECT_EQ(serving(),
              (std::map<std::uint64_t, Row>{{0, {9, 9, 0}}, {1, {9, 9, 1}}, {2, {9, 9, 2}}}));
    EXPECT_EQ(store_->identity(), next_);
    EXPECT_EQ(store_->checkpoint("switched"), "yes");
    EXPECT_EQ(other_half(), (Slots{0, 1, 2})) << "the old ones wait to be deleted";
    EXPECT_TRUE(store_->has_replaced_vectors());
  }
  EXPECT_EQ(store_->drop_other_vectors(), 3u);
  for (const bool reopened : {false, true}) {
    if (reopened) open(next_);
    EXPECT_EQ(serving().size(), 3u);
    EXPECT_EQ(other_half(), Slots{});
    EXPECT_FALSE(store_->has_replaced_vectors());
  }
}

TEST_F(StoreReembed, AndBackIntoTheFirstHalf) {
  store_->begin_reembedding(next_);
  gather(0);
  store_->switch_vectors({});
  store_->drop_other_vectors();
  store_->begin_reembedding(old_);
  CommitBatch batch("mina");
  batch.put_next_vector(1, id(1), Row{7, 7});
  store_->commit(std::move(batch));
  store_->switch_vectors({});
  store_->drop_other_vectors();
  open(old_);
  EXPECT_EQ(serving(), (std::map<std::uint64_t, Row>{{1, {7, 7}}}));
}

TEST_F(StoreReembed, AChangedOrErasedVectorIsNotGatheredAnyMore) {
  store_->begin_reembedding(next_);
  for (const std::uint64_t slot : {0, 1, 2}) gather(slot);
  CommitBatch batch("mina");
  batch.put_vector(0, id(0), Row{5, 5});
  batch.delete_vector(1);
  store_->commit(std::move(batch));
  EXPECT_EQ(serving(), (std::map<std::uint64_t, Row>{{0, {5, 5}}, {2, {1, 2}}}));
  EXPECT_EQ(other_half(), Slots{2});
}

TEST_F(StoreReembed, ErasingReachesVectorsThatWaitToBeDeleted) {
  store_->begin_reembedding(next_);
  gather(0);
  store_->switch_vectors({});
  CommitBatch batch("mina");
  batch.delete_vector(0);
  store_->commit(std::move(batch));
  EXPECT_EQ(other_half(), (Slots{1, 2}));
}

TEST_F(StoreReembed, AnotherTargetNeedsAFreeHalf) {
  store_->begin_reembedding(next_);
  gather(0);
  EXPECT_THROW(store_->begin_reembedding({"third@1", 2, {}}), Error);
  const StoreIdentity recalibrated{"new@2", 3, {{0.1, 0}, {1, 1}}};
  store_->begin_reembedding(recalibrated);
  EXPECT_EQ(store_->next_identity(), recalibrated);
  EXPECT_EQ(other_half(), Slots{0}) << "the rows are the same";
  EXPECT_EQ(store_->drop_other_vectors(), 1u);
  EXPECT_EQ(store_->next_identity(), std::nullopt);
  store_->begin_reembedding({"third@1", 2, {}});
}

TEST_F(StoreReembed, RowsOfAnotherDimensionAreRefused) {
  store_->begin_reembedding(next_);
  CommitBatch batch("mina");
  batch.put_next_vector(0, id(0), Row{1, 1});
  EXPECT_THROW(store_->commit(std::move(batch)), Error);
}

TEST_F(StoreReembed, AnotherCalibrationIsRefusedAndCanBeTakenOver) {
  const StoreIdentity recalibrated{"old@1", 2, {{0, 0}, {0.5, 0.9}, {1, 1}}};
  try {
    open(recalibrated);
    FAIL() << "opened with another map";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Mismatch);
    for (const char* word : {"2 points", "3 points", "old@1", "memfold reembed"}) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  }
  open();
  store_->set_calibration(recalibrated.calibration);
  open(recalibrated);
  EXPECT_EQ(serving(), kOldRows);
}

TEST_F(StoreReembed, AStoreWithoutARecordedCalibrationTakesTheFirstItMeets) {
  store_.reset();
  {
    const auto impl = Store::Impl::open(scratch_.path(), {}, rocksdb::Env::Default());
    ASSERT_TRUE(
        impl->db->Delete(rocksdb::WriteOptions(), impl->handle(Family::Meta), "calibration").ok());
  }
  const StoreIdentity first{"old@1", 2, {{0, 0}, {0.25, 0.75}}};
  open(first);
  EXPECT_EQ(store_->identity(), first);
  EXPECT_THROW(open(old_), Error);
  open(first);
}

}  // namespace
}  // namespace memfold::storage
