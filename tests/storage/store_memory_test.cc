// What a store keeps in memory stays within what it was given, also when that is little.
#include <gtest/gtest.h>
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/table.h>
#include <rocksdb/write_buffer_manager.h>

#include "numbered_batches.h"
#include "scratch_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

constexpr std::size_t kMiB = 1 << 20;

StoreOptions small() {
  StoreOptions options = numbered_options();
  options.memtable_bytes = 2 * kMiB;
  options.block_cache_bytes = kMiB;
  return options;
}

const rocksdb::Cache& cache_of(const Store::Impl& store, Family family) {
  const auto* table = store.db->GetOptions(store.handle(family))
                          .table_factory->GetOptions<rocksdb::BlockBasedTableOptions>();
  return *table->block_cache;
}

TEST(StoreMemory, MemtablesAndBlocksShareWhatTheyWereGiven) {
  const ScratchDirectory directory;
  const auto store = Store::Impl::open(directory.path(), small(), rocksdb::Env::Default());
  rocksdb::WriteBufferManager& memtables = *store->db->GetDBOptions().write_buffer_manager;
  const rocksdb::Cache& cache = cache_of(*store, Family::Memories);
  EXPECT_EQ(memtables.buffer_size(), 2 * kMiB);
  EXPECT_EQ(cache.GetCapacity(), 3 * kMiB);
  EXPECT_EQ(&cache, &cache_of(*store, Family::RawSources)) << "one for all families";
  EXPECT_TRUE(memtables.cost_to_cache()) << "what memtables take, blocks give";
  // Ten times as much as fits, to every family as a fact writes to most of them.
  std::size_t most = 0;
  for (int i = 0; i < 2000; ++i) {
    rocksdb::WriteBatch batch;
    for (std::size_t family = 0; family < kFamilyCount; ++family) {
      const std::string key = "0123456789abcdef" + std::to_string(i * 7919 % 2000) + "-more-of-it";
      batch.Put(store->handle(static_cast<Family>(family)), key,
                std::string(500, char('a' + i % 26)));
    }
    ASSERT_TRUE(store->db->Write({}, &batch).ok());
    most = std::max(most, memtables.memory_usage());
  }
  // Those being flushed come on top for a moment; each family has one, however small.
  EXPECT_LT(most, 6 * kMiB);
  for (int i = 0; i < 2000; ++i) {
    std::string value;
    const std::string key = "0123456789abcdef" + std::to_string(i) + "-more-of-it";
    ASSERT_TRUE(store->db->Get({}, store->handle(Family::Memories), key, &value).ok());
  }
  // A block that is being read may come on top.
  EXPECT_LE(cache.GetUsage(), 4 * kMiB + 64 * 1024);
}

TEST(StoreMemory, AStoreWithLittleMemoryHoldsTheSame) {
  const ScratchDirectory directory;
  {
    const auto store = Store::open(directory.path(), small());
    for (std::uint64_t i = 0; i < 300; ++i) store->commit(numbered_batch(i));
  }
  EXPECT_EQ(check_numbered_batches(*Store::open(directory.path(), numbered_options())), 300u);
  EXPECT_EQ(check_numbered_batches(*Store::open(directory.path(), small())), 300u);
}

}  // namespace
}  // namespace memfold::storage
