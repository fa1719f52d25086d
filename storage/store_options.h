// How RocksDB is set up: for bulk backfill on small machines.
#pragma once

#include <rocksdb/db.h>

#include <vector>

#include "storage/column_family.h"
#include "storage/store.h"

namespace memfold::storage {

/// Options of the database. `env` is borrowed and must outlive it.
rocksdb::DBOptions database_options(const StoreOptions& options, rocksdb::Env* env);

/// The default column family (empty, but RocksDB insists on it), then ours in the order of Family.
/// They share one block cache.
std::vector<rocksdb::ColumnFamilyDescriptor> family_descriptors(const StoreOptions& options);

}  // namespace memfold::storage
