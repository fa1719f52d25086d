// RocksDB's statuses as our errors.
#pragma once

#include <rocksdb/status.h>

#include <string>
#include <string_view>

#include "memfold/error.h"
#include "storage/column_family.h"

namespace memfold::storage {

/// Throws unless `status` is ok: Corruption, Locked (another process or another Store has it open)
/// or Io, with `path` and what was being done ("read column family nodes, key 6d66...").
void check(const rocksdb::Status& status, std::string_view path, std::string_view doing);

/// "column family nodes, key 6d66...": hex, since keys hold no content but arbitrary bytes.
std::string place(Family family, std::string_view key);

/// A value of this store that cannot be true.
[[noreturn]] void throw_corrupt(std::string_view path, Family family, std::string_view key,
                                std::string_view why);

}  // namespace memfold::storage
