// Commits and single reads.
#include "storage/store.h"

#include <gtest/gtest.h>

#include <thread>

#include "memfold/error.h"
#include "random_values.h"
#include "scratch_directory.h"

namespace memfold::storage {
namespace {

constexpr int kDimension = 8;

class StoreTest : public testing::Test {
 protected:
  StoreTest() { reopen(); }
  void reopen() {
    store_.reset();
    StoreOptions options;
    options.identity = {"test@1", kDimension};
    store_ = Store::open(scratch_.path(), options);
  }
  Memory memory(const std::string& user, std::int64_t occurred_at = 0) {
    Memory memory = random_.make_for<Memory>(user);
    random_.fill(memory.id);
    memory.occurred_at = {occurred_at};
    memory.embedding_model = "test@1";  // a node is read with the name of the store's embedder
    return memory;
  }
  std::vector<Id> timeline(const std::string& user) {
    return store_->timeline(user_key(user), {-1'000'000}, {1'000'000}, 1'000);
  }

  ScratchDirectory scratch_;
  RandomValues random_{42};
  std::unique_ptr<Store> store_;
};

TEST_F(StoreTest, EveryRecordReadsBackNowAndAfterReopening) {
  const std::string user = "미나";
  const UserKey key = user_key(user);
  const Memory memory_in = memory(user, 5);
  auto decision = random_.make_for<Decision>(user);
  decision.sequence = 9;
  auto version = random_.make<VersionRecord>();
  if (version.state) version.state->user = user;
  const auto features = random_.make<FeatureRecord>();
  const auto record = random_.make_for<UserRecord>(user);
  Edge edge = random_.make<Edge>();
  edge.from.bytes.fill(1);
  edge.to.bytes.fill(2);
  const auto analysis = random_.make<Analysis>();
  const AnalysisKey pair{memory_in.id, edge.from, edge.to};
  const std::vector<std::int16_t> row = {1, -1, 32767, -32768, 0, 5, 6, 7};

  CommitBatch batch(user);
  EXPECT_TRUE(batch.empty());
  batch.put_memory(memory_in, nullptr);
  EXPECT_FALSE(batch.empty());
  EXPECT_GT(batch.bytes(), memory_in.content.size());
  batch.put_decision(decision, {}, {});
  batch.put_version(version);
  batch.put_features(features);
  batch.put_user(record);
  batch.put_edge(edge);
  batch.put_vector(7, memory_in.id, row);
  batch.put_checkpoint("mail.mbox", std::string("offset\0 77", 10));
  batch.put_analysis(pair, analysis);
  store_->commit(std::move(batch));

  for (const bool reopened : {false, true}) {
    SCOPED_TRACE(reopened ? "reopened" : "at once");
    if (reopened) reopen();
    EXPECT_TRUE(same(store_->memory(key, memory_in.id).value(), memory_in));
    EXPECT_TRUE(same(store_->decision(key, 9).value(), decision));
    ASSERT_EQ(store_->versions(key, version.chain_id).size(), 1u);
    EXPECT_TRUE(same(store_->versions(key, version.chain_id)[0], version));
    EXPECT_TRUE(same(store_->newest_version(key, version.chain_id).value(), version));
    EXPECT_TRUE(same(store_->user(key).value(), record));
    ASSERT_EQ(store_->edges_from(key, edge.from).size(), 1u);
    EXPECT_TRUE(same(store_->edges_from(key, edge.from)[0], edge));
    ASSERT_EQ(store_->edges_to(key, edge.to).size(), 1u);
    EXPECT_TRUE(same(store_->edges_to(key, edge.to)[0], edge));
    EXPECT_TRUE(store_->edges_to(key, edge.from).empty());
    EXPECT_TRUE(same(store_->analysis(key, pair).value(), analysis));
    EXPECT_TRUE(store_->has_analyses(key));
    EXPECT_EQ(store_->checkpoint("mail.mbox"), std::string("offset\0 77", 10));
    EXPECT_EQ(timeline(user), std::vector<Id>{memory_in.id});
    store_->scan_features(key, [&](const FeatureRecord& r) { EXPECT_TRUE(same(r, features)); });
    store_->scan_vectors(key, [&](std::uint64_t slot, const Id& id, auto read) {
      EXPECT_EQ(slot, 7u);
      EXPECT_EQ(id, memory_in.id);
      EXPECT_EQ(std::vector<std::int16_t>(read.begin(), read.end()), row);
    });
  }
}

TEST_F(StoreTest, WhatIsNotThereIsNothing) {
  const UserKey key = user_key("nobody");
  EXPECT_FALSE(store_->memory(key, Id{}));
  EXPECT_FALSE(store_->user(key));
  EXPECT_FALSE(store_->decision(key, 1));
  EXPECT_TRUE(store_->versions(key, Id{}).empty());
  EXPECT_FALSE(store_->newest_version(key, Id{}));
  EXPECT_TRUE(store_->edges_from(key, Id{}).empty());
  EXPECT_FALSE(store_->checkpoint("none"));
  EXPECT_TRUE(store_->memories(key, {}).empty());
  EXPECT_TRUE(store_->find_facts(key, {}).empty());
  EXPECT_FALSE(store_->analysis(key, {}));
  EXPECT_FALSE(store_->has_analyses(key));
}

TEST_F(StoreTest, ManyReadsKeepTheOrderOfTheirKeys) {
  std::vector<Id> ids;
  std::vector<Memory> written;
  CommitBatch batch("mina");
  for (int i = 0; i < 700; ++i) {
    Memory each = memory("mina", i);
    ids.push_back(each.id = derive_id("mina", std::to_string(i)));
    if (i % 3 != 0) batch.put_memory(each, nullptr);
    Decision decision;
    decision.user = "mina";
    decision.sequence = static_cast<std::uint64_t>(i) + 1;
    decision.fact_id = each.id;
    if (i % 3 != 0) batch.put_decision(decision, {}, {});
    written.push_back(std::move(each));
  }
  store_->commit(std::move(batch));
  const UserKey key = user_key("mina");
  const auto memories = store_->memories(key, ids);
  const auto facts = store_->find_facts(key, ids);
  const auto of_another = store_->find_facts(user_key("min"), ids);
  ASSERT_EQ(memories.size(), ids.size());
  ASSERT_EQ(facts.size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(memories[i].has_value(), i % 3 != 0);
    if (memories[i]) {
      EXPECT_TRUE(same(*memories[i], written[i]));
    }
    EXPECT_EQ(facts[i], i % 3 != 0 ? std::optional<std::uint64_t>(i + 1) : std::nullopt);
    EXPECT_EQ(of_another[i], std::nullopt);
  }
}

TEST_F(StoreTest, LaterChangesOfABatchWin) {
  Memory first = memory("mina"), second = first;
  second.content = "second";
  CommitBatch batch("mina");
  batch.put_memory(first, nullptr);
  batch.put_memory(second, &first);
  batch.put_vector(1, first.id, std::vector<std::int16_t>(kDimension, 1));
  batch.delete_vector(1);
  batch.put_features({.slot = 1});
  batch.delete_features(1);
  batch.put_version({.version = 1});
  batch.delete_version(Id{}, 1);
  batch.put_edge({});
  batch.delete_edge({});
  store_->commit(std::move(batch));
  const UserKey key = user_key("mina");
  EXPECT_EQ(store_->memory(key, first.id)->content, "second");
  store_->scan_vectors(key, [](auto, auto&, auto) { ADD_FAILURE(); });
  store_->scan_features(key, [](auto&) { ADD_FAILURE(); });
  store_->scan_versions(key, [](auto&) { ADD_FAILURE(); });
  store_->scan_edges(key, false, [](auto&) { ADD_FAILURE(); });
  store_->scan_edges(key, true, [](auto&) { ADD_FAILURE(); });
}

TEST_F(StoreTest, ChangesOfOneKeyKeepTheirOrder) {
  const Memory one = memory("mina"), other = memory("mina");
  Memory back = one;
  back.content = "back again";
  CommitBatch batch("mina");
  batch.put_memory(one, nullptr);
  batch.put_features({.slot = 2});
  batch.put_memory(other, nullptr);
  batch.delete_memory(one);
  batch.delete_features(2);
  batch.put_memory(back, nullptr);
  batch.put_features({.slot = 2});
  batch.delete_memory(other);
  store_->commit(std::move(batch));
  const UserKey key = user_key("mina");
  ASSERT_TRUE(store_->memory(key, one.id));
  EXPECT_EQ(store_->memory(key, one.id)->content, "back again");
  EXPECT_FALSE(store_->memory(key, other.id));
  int features = 0;
  store_->scan_features(key, [&](auto&) { ++features; });
  EXPECT_EQ(features, 1);
}

TEST_F(StoreTest, TheTimelineFollowsAMovedMemory) {
  Memory at_10 = memory("mina", 10);
  Memory at_20 = at_10;
  at_20.occurred_at = {20};
  const Memory still = memory("mina", 15);
  CommitBatch first("mina");
  first.put_memory(at_10, nullptr);
  first.put_memory(still, nullptr);
  store_->commit(std::move(first));
  EXPECT_EQ(timeline("mina"), (std::vector<Id>{at_10.id, still.id}));

  CommitBatch second("mina");
  second.put_memory(at_20, &at_10);
  second.put_memory(still, &still);
  store_->commit(std::move(second));
  EXPECT_EQ(timeline("mina"), (std::vector<Id>{still.id, at_20.id}));
}

TEST_F(StoreTest, RefusesRecordsOfAnotherUserOrDimension) {
  CommitBatch batch("mina");
  EXPECT_THROW(batch.put_memory(memory("ming"), nullptr), Error);
  EXPECT_THROW(batch.put_decision(random_.make_for<Decision>(""), {}, {}), Error);
  EXPECT_THROW(batch.put_user({.user = "mina2"}), Error);
  batch.put_vector(0, Id{}, std::vector<std::int16_t>(kDimension + 1));
  EXPECT_THROW(batch.put_vector(1, Id{}, std::vector<std::int16_t>(kDimension)), Error);
  EXPECT_THROW(store_->commit(std::move(batch)), Error);
  store_->scan_vectors(user_key("mina"), [](auto, auto&, auto) { ADD_FAILURE(); });
}

TEST_F(StoreTest, RewritingReturnsOnceTheOldFilesAreGone) {
  const std::string user = "mina";
  const std::vector<std::string> texts = {"the otter moved to the north pond"};
  const TextPrints prints{std::span(texts)};
  constexpr int kTimes = 5;  // seldom seen: the old files went after the new ones came
  for (int i = 0; i < kTimes; ++i) {
    Memory told = memory(user, i);
    told.content = texts[0];
    CommitBatch telling(user);
    telling.put_memory(told, nullptr);
    store_->commit(std::move(telling));
    store_->rewrite(user_key(user));
    ASSERT_FALSE(store_->search_files(prints).files.empty());
    CommitBatch erasing(user);
    erasing.delete_memory(told);
    store_->commit(std::move(erasing));
    store_->rewrite(user_key(user));
    EXPECT_TRUE(store_->search_files(prints).files.empty()) << "round " << i;
  }
}

TEST_F(StoreTest, ReadsAndWritesFromManyThreads) {
  constexpr int kThreads = 4, kCommits = 50;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this, t] {
      const std::string user = "user" + std::to_string(t);
      for (int i = 0; i < kCommits; ++i) {
        Memory each;
        each.user = user;
        each.id = derive_id(user, std::to_string(i));
        CommitBatch batch(user);
        batch.put_memory(each, nullptr);
        store_->commit(std::move(batch));
        EXPECT_EQ(store_->memory(user_key(user), each.id), each) << "a read sees its own commit";
        if (i % 16 == 0) store_->sync();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) {
    int count = 0;
    store_->scan_memories(user_key("user" + std::to_string(t)), [&](const Memory&) { ++count; });
    EXPECT_EQ(count, kCommits);
  }
}

}  // namespace
}  // namespace memfold::storage
