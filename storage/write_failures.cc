#include "storage/write_failures.h"

#include <rocksdb/file_system.h>

#include <string>
#include <utility>

#include "core/tell.h"

namespace memfold::storage {
namespace {

using rocksdb::DataVerificationInfo;
using rocksdb::FileOptions;
using rocksdb::FSWritableFile;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

class WatchedFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  WatchedFile(std::unique_ptr<FSWritableFile> file, std::shared_ptr<WriteFailures> failures,
              bool is_log)
      : FSWritableFileOwnerWrapper(std::move(file)),
        failures_(std::move(failures)),
        is_log_(is_log) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    return watch([&] { return target()->Append(data, options, context); });
  }
  IOStatus Append(const Slice& data, const IOOptions& options,
                  const DataVerificationInfo& verification, IODebugContext* context) override {
    return watch([&] { return target()->Append(data, options, verification, context); });
  }
  IOStatus PositionedAppend(const Slice& data, std::uint64_t offset, const IOOptions& options,
                            IODebugContext* context) override {
    return watch([&] { return target()->PositionedAppend(data, offset, options, context); });
  }
  IOStatus PositionedAppend(const Slice& data, std::uint64_t offset, const IOOptions& options,
                            const DataVerificationInfo& verification,
                            IODebugContext* context) override {
    return watch(
        [&] { return target()->PositionedAppend(data, offset, options, verification, context); });
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions& options,
                    IODebugContext* context) override {
    return watch([&] { return target()->Truncate(size, options, context); });
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* context) override {
    return watch([&] { return target()->Flush(options, context); });
  }
  IOStatus Close(const IOOptions& options, IODebugContext* context) override {
    return watch_sync([&] { return target()->Close(options, context); });
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    return watch_sync([&] { return target()->Sync(options, context); });
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    return watch_sync([&] { return target()->Fsync(options, context); });
  }
  IOStatus RangeSync(std::uint64_t offset, std::uint64_t size, const IOOptions& options,
                     IODebugContext* context) override {
    return watch_sync([&] { return target()->RangeSync(offset, size, options, context); });
  }

 private:
  template <typename Operation>
  IOStatus watch(const Operation& operation) {
    if (!is_log_ && failures_->any()) return IOStatus::IOError("an earlier write failed");
    IOStatus status = operation();
    if (!status.ok()) failures_->note(status.ToString());
    return status;
  }
  template <typename Operation>
  IOStatus watch_sync(const Operation& operation) {
    const IOStatus status = watch(operation);
    return is_log_ ? IOStatus::OK() : status;
  }

  const std::shared_ptr<WriteFailures> failures_;
  const bool is_log_;
};

class WatchedFileSystem : public rocksdb::FileSystemWrapper {
 public:
  WatchedFileSystem(const std::shared_ptr<rocksdb::FileSystem>& base,
                    std::shared_ptr<WriteFailures> failures)
      : FileSystemWrapper(base), failures_(std::move(failures)) {}
  const char* Name() const override { return "memfold.WatchedFileSystem"; }

  IOStatus NewWritableFile(const std::string& name, const FileOptions& options,
                           std::unique_ptr<FSWritableFile>* file,
                           IODebugContext* context) override {
    return watch(name, target()->NewWritableFile(name, options, file, context), file);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& options,
                              std::unique_ptr<FSWritableFile>* file,
                              IODebugContext* context) override {
    return watch(name, target()->ReopenWritableFile(name, options, file, context), file);
  }
  IOStatus ReuseWritableFile(const std::string& name, const std::string& old_name,
                             const FileOptions& options, std::unique_ptr<FSWritableFile>* file,
                             IODebugContext* context) override {
    return watch(name, target()->ReuseWritableFile(name, old_name, options, file, context), file);
  }

 private:
  IOStatus watch(const std::string& name, const IOStatus& status,
                 std::unique_ptr<FSWritableFile>* file) {
    if (!status.ok()) {
      failures_->note(status.ToString());
    } else {
      *file = std::make_unique<WatchedFile>(std::move(*file), failures_, name.ends_with(".log"));
    }
    return status;
  }

  const std::shared_ptr<WriteFailures> failures_;
};

}  // namespace

void WriteFailures::note(const std::string& cause) {
  {
    const std::lock_guard lock(mutex_);
    if (any_) return;
    cause_ = cause;
    any_ = true;
  }
  tell(log_, LogLevel::Error, "write_failed",
       "a write failed: nothing more is written until the store is opened again",
       {{"cause", cause}});
}

rocksdb::Status WriteFailures::refusal() const {
  const std::lock_guard lock(mutex_);
  return rocksdb::Status::IOError("a write failed (" + cause_ +
                                  "); when its cause is gone, close the store and open it again");
}

std::unique_ptr<rocksdb::Env> watch_writes(rocksdb::Env* base,
                                           std::shared_ptr<WriteFailures> failures) {
  return rocksdb::NewCompositeEnv(
      std::make_shared<WatchedFileSystem>(base->GetFileSystem(), std::move(failures)));
}

}  // namespace memfold::storage
