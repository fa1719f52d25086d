// Making commits durable, and closing.
#include "memfold/error.h"
#include "storage/codec_vector.h"
#include "storage/log_survey.h"
#include "storage/store_impl.h"

namespace memfold::storage {

rocksdb::Status Store::Impl::sync_log() {
  // Whoever waits here while another syncs may find all it committed synced when its turn comes.
  const std::uint64_t request = ++sync_requests_;
  const std::lock_guard lock(sync_mutex_);
  if (synced_requests_ >= request) return rocksdb::Status::OK();
  const std::uint64_t covered = sync_requests_;
  const rocksdb::Status status = write_sync_mark();
  if (status.ok()) synced_requests_ = covered;
  return status;
}

rocksdb::Status Store::Impl::write_sync_mark() {
  // A write, not SyncWAL(): it queues with the commits of other threads, and finds out in the queue
  // when one before it failed.
  rocksdb::WriteOptions options;
  options.sync = true;
  rocksdb::WriteBatch mark;
  put_meta(mark, kSyncedKey, encode_sequence(syncs + 1));
  const rocksdb::Status status = write(options, mark);
  if (!status.ok()) return status;
  sync_mark->write(++syncs);
  return status;
}

void Store::Impl::require_writable() const {
  if (read_only) throw Error(ErrorCode::InvalidArgument, "store " + path + " is open read-only");
}

void Store::Impl::write_durably(rocksdb::WriteBatch& batch, const std::string& doing) {
  require_writable();
  check(write(rocksdb::WriteOptions(), batch), path, doing);
  check(sync_log(), path, doing);
}

void Store::Impl::close_cleanly() {
  if (written) check(sync_log(), path, "sync the write-ahead log");
  std::uint64_t in_log = 0;
  for (rocksdb::ColumnFamilyHandle* each : handles) {
    std::uint64_t entries = 0;
    db->GetIntProperty(each, rocksdb::DB::Properties::kNumEntriesActiveMemTable, &entries);
    in_log += entries;
  }
  // Sorted files are checked block by block; and nothing is left to be replayed.
  if (in_log > 0) check(db->Flush(rocksdb::FlushOptions(), handles), path, "flush it");
}

Store::Impl::~Impl() {
  if (!db) return;
  if (!read_only && !write_failures->any()) {
    try {
      close_cleanly();
    } catch (const Error&) {  // it is still in the log, and a destructor has nobody to tell
    }
  }
  for (rocksdb::ColumnFamilyHandle* each : handles) {
    db->DestroyColumnFamilyHandle(each).PermitUncheckedError();
  }
  db->Close().PermitUncheckedError();
}

}  // namespace memfold::storage
