// RocksDB's file system with failures on demand.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace memfold::storage {

/// When and how writing fails. Shared by every file; safe to change from any thread.
struct Faults {
  enum class Kind { None, IoError, NoSpace };
  /// Writes and syncs that still succeed; from then on every one fails until this is raised.
  std::atomic<std::int64_t> writes_left{INT64_MAX};
  std::atomic<Kind> kind{Kind::IoError};
  std::atomic<bool> short_writes{false};  ///< half of the first failing write reaches the file
  std::atomic<bool> only_syncs{false};
  std::atomic<std::int64_t> failed{0};

  void heal() { writes_left = INT64_MAX; }
};

/// An environment over the machine's files in which `faults` decides what fails.
class FaultyEnvironment {
 public:
  explicit FaultyEnvironment(Faults& faults);
  rocksdb::Env* get() const { return env_.get(); }

 private:
  std::unique_ptr<rocksdb::Env> env_;
};

}  // namespace memfold::storage
