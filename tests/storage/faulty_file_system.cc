#include "faulty_file_system.h"

namespace memfold::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::FSWritableFile;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

IOStatus failure(Faults& faults) {
  ++faults.failed;
  return faults.kind == Faults::Kind::NoSpace ? IOStatus::NoSpace("injected: no space left")
                                              : IOStatus::IOError("injected: input/output error");
}

class FaultyFile : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FaultyFile(std::unique_ptr<FSWritableFile> file, Faults& faults)
      : FSWritableFileOwnerWrapper(std::move(file)), faults_(faults) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    if (!fails(false)) return FSWritableFileOwnerWrapper::Append(data, options, context);
    if (faults_.short_writes.exchange(false)) {
      const Slice half(data.data(), data.size() / 2);
      const IOStatus status = FSWritableFileOwnerWrapper::Append(half, options, context);
      if (!status.ok()) return status;
    }
    return failure(faults_);
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo&,
                  IODebugContext* context) override {
    return Append(data, options, context);
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* context) override {
    return fails(false) ? failure(faults_) : FSWritableFileOwnerWrapper::Flush(options, context);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    return fails(true) ? failure(faults_) : FSWritableFileOwnerWrapper::Sync(options, context);
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    return fails(true) ? failure(faults_) : FSWritableFileOwnerWrapper::Fsync(options, context);
  }

 private:
  bool fails(bool sync) {
    if (faults_.only_syncs && !sync) return false;
    return faults_.writes_left.fetch_sub(1) <= 0;
  }

  Faults& faults_;
};

class FaultyFileSystem : public rocksdb::FileSystemWrapper {
 public:
  explicit FaultyFileSystem(Faults& faults)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), faults_(faults) {}
  const char* Name() const override { return "FaultyFileSystem"; }

  IOStatus NewWritableFile(const std::string& name, const FileOptions& options,
                           std::unique_ptr<FSWritableFile>* result,
                           IODebugContext* context) override {
    return wrap(target()->NewWritableFile(name, options, result, context), result);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& options,
                              std::unique_ptr<FSWritableFile>* result,
                              IODebugContext* context) override {
    return wrap(target()->ReopenWritableFile(name, options, result, context), result);
  }
  IOStatus ReuseWritableFile(const std::string& name, const std::string& old_name,
                             const FileOptions& options, std::unique_ptr<FSWritableFile>* result,
                             IODebugContext* context) override {
    return wrap(target()->ReuseWritableFile(name, old_name, options, result, context), result);
  }
  IOStatus GetFreeSpace(const std::string& path, const IOOptions& options, std::uint64_t* free,
                        IODebugContext* context) override {
    const IOStatus status = target()->GetFreeSpace(path, options, free, context);
    if (faults_.kind == Faults::Kind::NoSpace && faults_.writes_left <= 0) *free = 0;
    return status;
  }

 private:
  IOStatus wrap(const IOStatus& status, std::unique_ptr<FSWritableFile>* result) {
    if (status.ok()) *result = std::make_unique<FaultyFile>(std::move(*result), faults_);
    return status;
  }

  Faults& faults_;
};

}  // namespace

FaultyEnvironment::FaultyEnvironment(Faults& faults)
    : env_(rocksdb::NewCompositeEnv(std::make_shared<FaultyFileSystem>(faults))) {}

}  // namespace memfold::storage
