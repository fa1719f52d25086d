// How RocksDB is set up: for bulk backfill on small machines.
#pragma once

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/write_buffer_manager.h>

#include <vector>

#include "storage/column_family.h"
#include "storage/store.h"

namespace memfold::storage {

/// Blocks read and, charged to it, memtables and what open files need: together they stay within
/// block_cache_bytes + memtable_bytes, where one grows the blocks give way.
std::shared_ptr<rocksdb::Cache> make_cache(const StoreOptions& options);

/// Flushes when all memtables together reach memtable_bytes, and charges them to the cache.
std::shared_ptr<rocksdb::WriteBufferManager> limit_memtables(
    const StoreOptions& options, const std::shared_ptr<rocksdb::Cache>& cache);

/// Options of the database. `env` is borrowed and must outlive it. Memtables have a limit of their
/// own unless limit_memtables() is put in its place.
rocksdb::DBOptions database_options(const StoreOptions& options, rocksdb::Env* env);

/// The default column family (empty, but RocksDB insists on it), then ours in the order of Family.
/// They share the cache.
std::vector<rocksdb::ColumnFamilyDescriptor> family_descriptors(
    const StoreOptions& options, const std::shared_ptr<rocksdb::Cache>& cache);

}  // namespace memfold::storage
