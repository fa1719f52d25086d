// Scans keep to one user, to key order and to one moment.
#include <gtest/gtest.h>

#include "memfold/error.h"
#include "random_values.h"
#include "scratch_directory.h"
#include "storage/store.h"

namespace memfold::storage {
namespace {

std::vector<std::string> scanned_users() {
  return {"a",        "ab",   "a/b",  std::string("a\0", 2), std::string("a\0b", 3),
          "\xff\xff", "미나", "미",   std::string(256, 'x'), "",
          "user",     "User", "user "};
}

class StoreScan : public testing::Test {
 protected:
  StoreScan() {
    StoreOptions options;
    options.identity = {"test@1", 2};
    options.memtable_bytes = 1 << 20;  // some users' records in files, some in memory
    store_ = Store::open(scratch_.path(), options);
    std::size_t n = 0;
    for (const std::string& user : scanned_users()) write(user, ++n * 10);
  }

  void write(const std::string& user, std::size_t count) {
    Digest chain{};
    for (std::size_t i = 0; i < count; ++i) {
      CommitBatch batch(user);
      Memory memory;
      memory.user = user;
      memory.id = memory.chain_id = derive_id(user, std::to_string(i));
      memory.content.assign(300, 'c');
      memory.occurred_at = {static_cast<std::int64_t>(i) - 50};
      batch.put_memory(memory, nullptr);
      batch.put_features({.slot = i, .id = memory.id});
      batch.put_vector(i, memory.id, std::vector<std::int16_t>{1, static_cast<std::int16_t>(i)});
      batch.put_version({.chain_id = memory.id, .memory_id = memory.id});
      batch.put_edge({memory.id, derive_id(user, "hub"), EdgeType::Similar, 1, {}, user});
      Decision decision;
      decision.user = user;
      decision.sequence = i + 1;
      decision.fact_id = memory.id;
      decision.at = {static_cast<std::int64_t>(i)};
      chain = batch.put_decision(decision, {}, chain);
      batch.put_user({.user = user, .next_sequence = i + 2});
      store_->commit(std::move(batch));
    }
  }

  ScratchDirectory scratch_;
  std::unique_ptr<Store> store_;
};

TEST_F(StoreScan, NothingCrossesUsers) {
  std::size_t n = 0;
  for (const std::string& user : scanned_users()) {
    const std::size_t expected = ++n * 10;
    const UserKey key = user_key(user);
    std::size_t memories = 0, features = 0, vectors = 0, versions = 0, edges = 0, backward = 0,
                decisions = 0, facts = 0;
    store_->scan_memories(key, [&](const Memory& memory) {
      EXPECT_EQ(memory.user, user);
      ++memories;
    });
    store_->scan_features(key, [&](const FeatureRecord& r) { EXPECT_EQ(r.slot, features++); });
    store_->scan_vectors(key, [&](std::uint64_t slot, const Id& id, auto row) {
      EXPECT_EQ(slot, vectors++);
      EXPECT_EQ(id, derive_id(user, std::to_string(slot)));
      EXPECT_EQ(row[1], static_cast<std::int16_t>(slot));
    });
    store_->scan_versions(key, [&](const VersionRecord&) { ++versions; });
    store_->scan_edges(key, false, [&](const Edge& edge) {
      EXPECT_EQ(edge.provenance, user);
      ++edges;
    });
    store_->scan_edges(key, true, [&](const Edge& edge) {
      EXPECT_EQ(edge.to, derive_id(user, "hub"));
      ++backward;
    });
    store_->scan_decisions(key, [&](const Decision& r) { EXPECT_EQ(r.sequence, ++decisions); });
    store_->scan_facts(key, [&](const Id& fact, std::uint64_t sequence) {
      EXPECT_EQ(fact, derive_id(user, std::to_string(sequence - 1)));
      ++facts;
    });
    for (const std::size_t count :
         {memories, features, vectors, versions, edges, backward, decisions, facts}) {
      EXPECT_EQ(count, expected) << "user of " << user.size() << " bytes";
    }
    EXPECT_EQ(store_->edges_to(key, derive_id(user, "hub")).size(), expected);
    EXPECT_EQ(store_->timeline(key, {INT64_MIN}, {INT64_MAX}, 10'000).size(), expected);
    std::size_t indexed = 0;
    const LogRoute all[] = {AllEntries{}};
    store_->scan_log_index(key, all, {}, [&](const LogPosition&, const LogSummary&) {
      ++indexed;
      return true;
    });
    EXPECT_EQ(indexed, expected);
  }
}

TEST_F(StoreScan, UsersComeOnceEachInKeyOrder) {
  std::vector<UserKey> keys;
  std::size_t sum = 0;
  store_->scan_users([&](const UserKey& key, const UserRecord& record) {
    EXPECT_EQ(user_key(record.user), key);
    keys.push_back(key);
    sum += record.next_sequence - 1;
  });
  EXPECT_EQ(keys.size(), scanned_users().size());
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  EXPECT_EQ(sum, 10u * 13 * 14 / 2);
}

TEST_F(StoreScan, MemoriesComeInKeyOrder) {
  std::vector<Id> ids;
  store_->scan_memories(user_key("User"), [&](const Memory& memory) { ids.push_back(memory.id); });
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
}

TEST_F(StoreScan, AScanDoesNotSeeCommitsThatCameAfterItBegan) {
  std::size_t seen = 0;
  const UserKey key = user_key("a");
  store_->scan_features(key, [&](const FeatureRecord&) {
    if (++seen > 1) return;
    CommitBatch batch("a");  // from inside only to have a fixed moment; callers must not
    batch.put_features({.slot = 1'000});
    store_->commit(std::move(batch));
  });
  EXPECT_EQ(seen, 10u);
}

TEST_F(StoreScan, ErrorsOfTheCallbackReachTheCaller) {
  EXPECT_THROW(store_->scan_memories(
                   user_key("ab"), [](const Memory&) { throw Error(ErrorCode::Unsupported, "x"); }),
               Error);
}

TEST_F(StoreScan, TheTimelineIsAHalfOpenRangeInOrder) {
  const UserKey key = user_key("user");  // occurred_at -50..59
  const auto ids = [&](std::int64_t from, std::int64_t until, std::size_t limit) {
    return store_->timeline(key, {from}, {until}, limit);
  };
  const auto id = [](std::int64_t at) { return derive_id("user", std::to_string(at + 50)); };
  EXPECT_EQ(ids(-2, 2, 100), (std::vector<Id>{id(-2), id(-1), id(0), id(1)}));
  EXPECT_EQ(ids(-2, 2, 3), (std::vector<Id>{id(-2), id(-1), id(0)}));
  EXPECT_EQ(ids(0, 0, 3).size(), 0u);
  EXPECT_EQ(ids(5, -5, 3).size(), 0u);
  EXPECT_EQ(ids(-100, 100, 0).size(), 0u);
  EXPECT_EQ(ids(59, 1000, 9), std::vector<Id>{id(59)});
  EXPECT_TRUE(ids(1000, 2000, 9).empty());
}

TEST(StoreScanOfTheLastUser, HasNoUpperBound) {
  // No name is known whose key is all 0xff; a key made by hand shows that the range still ends.
  const ScratchDirectory scratch;
  StoreOptions options;
  options.identity = {"test@1", 2};
  const auto store = Store::open(scratch.path(), options);
  UserKey last;
  last.fill(0xff);
  store->scan_memories(last, [](const Memory&) { ADD_FAILURE(); });
  EXPECT_TRUE(store->edges_from(last, Id{}).empty());
}

}  // namespace
}  // namespace memfold::storage
