// A sweep reads everything, names what it cannot read, and goes on behind it.
#include "storage/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

using testing::HasSubstr;

class Counting final : public SweepReceiver {
 public:
  void begin(const UserKey&) override { ++owners; }
  void take(const SweptRecord&) override { ++records; }
  void end() override {}
  void unreadable(Unreadable record) override { bad.push_back(std::move(record)); }
  void unread(const Unread& stretch) override { rotten.push_back(stretch); }

  std::uint64_t owners = 0, records = 0;
  std::vector<Unreadable> bad;
  std::vector<Unread> rotten;
};

class Sweep : public testing::Test {
 protected:
  Sweep() {
    const auto store = Store::open(scratch_.path(), numbered_options());
    for (std::uint64_t i = 0; i < 6; ++i) store->commit(numbered_batch(i));
    CommitBatch rest("user-0");
    Source source;
    source.user = "user-0";
    source.id = derive_id("user-0", "source");
    rest.put_source(source, SourceStatus::Raw);
    rest.put_raw(source.id, "raw");
    SourceJob job;
    job.id = derive_id("user-0", "job");
    job.source = source.id;
    job.user = "user-0";
    rest.put_job(job);
    Node node;
    node.id = derive_id("user-0", "node");
    node.user = "user-0";
    node.due = {{Task::Distil, Time{5}}};
    rest.put_node(node, nullptr);
    rest.put_name(NodeKind::Entity, derive_id("a", "name"), node.id);
    const Edge edge{node.id, source.id, EdgeType::Mentions, 1, Time{1}, "test"};
    rest.put_graph_edges({&edge, 1});
    store->commit(std::move(rest));
  }

  std::unique_ptr<Store::Impl> open_raw() {
    return Store::Impl::open(scratch_.path(), numbered_options(), rocksdb::Env::Default());
  }
  Counting swept() {
    const auto store = Store::open(scratch_.path(), numbered_options());
    Counting counting;
    counts_ = sweep(*store, counting);
    return counting;
  }
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) sum += count;
    return sum;
  }
  void put(Family family, const std::string& key, const std::string& value) {
    const auto raw = open_raw();
    ASSERT_TRUE(raw->db->Put(rocksdb::WriteOptions(), raw->handle(family), key, value).ok());
  }
  std::pair<std::string, std::string> last_entry(Family family) {
    const auto raw = open_raw();
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    const std::unique_ptr<rocksdb::Iterator> entry(
        raw->db->NewIterator(options, raw->handle(family)));
    entry->SeekToLast();
    EXPECT_TRUE(entry->Valid()) << family_name(family);
    return {entry->key().ToString(), entry->value().ToString()};
  }

  ScratchDirectory scratch_;
  FamilyCounts counts_{};
};

TEST_F(Sweep, VisitsEveryRecordOnce) {
  const Counting found = swept();
  EXPECT_TRUE(found.bad.empty());
  const std::uint64_t of_meta = counts_[static_cast<std::size_t>(Family::Meta)];
  EXPECT_EQ(found.records, total() - of_meta);
  EXPECT_GT(found.owners, 1u);
}

// P5: nothing is lost silently. Raw contents, jobs and whatever belongs to nobody were never read.
TEST_F(Sweep, NamesAFlippedBitInAnyValueAndGoesOn) {
  const Counting sound = swept();
  for (std::size_t i = 0; i < kFamilyCount; ++i) {
    const Family family = static_cast<Family>(i);
    if (family == Family::Meta || counts_[i] == 0) continue;
    SCOPED_TRACE(family_name(family));
    const auto [key, value] = last_entry(family);
    std::string bad = value;
    if (bad.empty()) {
      bad = "x";  // an index entry says nothing
    } else {
      bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0x10);
    }
    put(family, key, bad);
    const Counting found = swept();
    ASSERT_EQ(found.bad.size(), 1u);
    EXPECT_EQ(found.bad[0].family, family);
    EXPECT_EQ(found.bad[0].key, key);
    EXPECT_EQ(found.records, sound.records - 1);
    put(family, key, value);
  }
}

TEST_F(Sweep, NamesWhatLiesUnderNoKey) {
  const std::string user(kUserPrefixBytes, 'u');
  for (const Family family : {Family::Memories, Family::Timeline, Family::RawSources, Family::Due,
                              Family::Reviews, Family::SourceJobs}) {
    SCOPED_TRACE(family_name(family));
    for (const std::string& key : {std::string("short"), user + "no such key"}) {
      put(family, key, "bytes");
      const Counting found = swept();
      ASSERT_EQ(found.bad.size(), 1u);
      EXPECT_EQ(found.bad[0].key, key);
      const auto raw = open_raw();
      ASSERT_TRUE(raw->db->Delete(rocksdb::WriteOptions(), raw->handle(family), key).ok());
    }
  }
}

TEST_F(Sweep, NamesARecordUnderTheKeyOfAnother) {
  for (const Family family : {Family::Memories, Family::Sources, Family::SourceJobs}) {
    SCOPED_TRACE(family_name(family));
    const auto [key, value] = last_entry(family);
    std::string scratch, moved_key = key, moved;
    moved_key.back() = static_cast<char>(moved_key.back() ^ 1);
    seal(family, moved_key, unseal(family, key, value, scratch), moved);
    put(family, moved_key, moved);
    const Counting found = swept();
    ASSERT_EQ(found.bad.size(), 1u);
    EXPECT_THAT(found.bad[0].why, HasSubstr("another's key"));
    const auto raw = open_raw();
    ASSERT_TRUE(raw->db->Delete(rocksdb::WriteOptions(), raw->handle(family), moved_key).ok());
  }
}

TEST_F(Sweep, NamesWhatLiesInNoFamilyOfOursAndDamagedMeta) {
  {
    const auto raw = open_raw();
    ASSERT_TRUE(raw->db->Put(rocksdb::WriteOptions(), "stray", "value").ok());
    ASSERT_TRUE(raw->db
                    ->Put(rocksdb::WriteOptions(), raw->handle(Family::Meta), "checkpoint/damaged",
                          "no seal")
                    .ok());
  }
  const Counting found = swept();
  ASSERT_EQ(found.bad.size(), 2u);
  EXPECT_THAT(found.bad[0].why, HasSubstr("default"));
  EXPECT_EQ(found.bad[1].key, "checkpoint/damaged");
}

}  // namespace
}  // namespace memfold::storage
