// The first write that fails, in whatever thread, is the last: a store fails once and for all.
//
// What the disk holds after a failed write is unknown, so nothing more is written until the store
// has been opened again and has read it back. RocksDB's own ways to go on are switched off: as
// packaged by Debian (7.8, with assertions) they end the process when they meet a file that failed
// before.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/listener.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "memfold/log_event.h"

namespace memfold::storage {

/// Whether a write or sync of any file has failed, and why. Safe for use from any thread.
class WriteFailures : public rocksdb::EventListener {
 public:
  /// Tells the first one; before anything is written.
  void tell_to(const LogOptions& log) { log_ = log; }
  bool any() const { return any_; }
  /// The first cause is the one that is told.
  void note(const std::string& cause);
  /// What writes are answered from then on.
  rocksdb::Status refusal() const;

  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* status) override {
    note(status->ToString());
  }
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool* auto_recovery) override {
    *auto_recovery = false;
  }

 private:
  std::atomic<bool> any_{false};
  mutable std::mutex mutex_;
  std::string cause_;
  LogOptions log_;
};

/// The files of `base` (borrowed), seen through `failures`: the first failure is noted, and from
/// then on every write but those to write-ahead logs fails. A failed sync of a write-ahead log is
/// noted and not returned, since RocksDB could not bear to sync that file again; whoever needs the
/// sync looks at `failures` after it.
std::unique_ptr<rocksdb::Env> watch_writes(rocksdb::Env* base,
                                           std::shared_ptr<WriteFailures> failures);

}  // namespace memfold::storage
