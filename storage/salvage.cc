// A store whose files rot: what can be read of it goes into new ones.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "storage/claim_process.h"
#include "storage/open_database.h"
#include "storage/past_rot.h"
#include "storage/store_directory.h"
#include "storage/store_impl.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBytesPerWrite = 4 << 20;

[[noreturn]] void throw_io(const std::string& path, const std::string& doing,
                           const std::string& why) {
  throw Error(ErrorCode::Io, "store " + path + ": cannot " + doing + ": " + why);
}

/// Keeps writers out of a store while it is there.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::string& path) {
    check(env_->LockFile(path + "/LOCK", &lock_), path, "lock it");
  }
  ~DirectoryLock() { env_->UnlockFile(lock_).PermitUncheckedError(); }
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  rocksdb::Env* const env_ = rocksdb::Env::Default();
  rocksdb::FileLock* lock_ = nullptr;
};

/// Whether all of it follows from other families, whatever was lost.
bool is_derived(Family family) {
  return family == Family::Features || family == Family::LogIndex || family == Family::Timeline ||
         family == Family::Due;
}

/// Calls visit(family, key, stored bytes) for every record that can be read and is what was put
/// under its key; says what is not.
template <typename Visit>
void visit_readable(const Store::Impl& store, Salvage& found, const Visit& visit) {
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  options.fill_cache = false;
  std::string scratch;
  for (std::size_t i = 0; i < kFamilyCount; ++i) {
    const Family family = static_cast<Family>(i);
    const auto tell = [&](std::string what) {
      found.unread.push_back(std::move(what));
      found.lossy = found.lossy || !is_derived(family);
    };
    PastRot walk(
        [&] {
          return std::unique_ptr<rocksdb::Iterator>(
              store.db->NewIterator(options, store.handle(family)));
        },
        kFamilyNames[i], [&](const Unread& stretch) { tell(describe(stretch)); });
    for (; walk.valid(); walk.next()) {
      const bool sealed =
          !walk.value().empty() && !(family == Family::Meta && walk.key() == kFormatKey);
      try {
        if (sealed) unseal(family, walk.key(), walk.value(), scratch);
      } catch (const Error& error) {
        tell(place(family, walk.key()) + ": " + error.what());
        continue;
      }
      visit(family, walk.key(), walk.value());
    }
  }
}

/// A new store beside another, until it takes its place; gone again where it does not.
class Staging {
 public:
  explicit Staging(const std::string& path) : path_(path) {
    for (int i = 1; kept_.empty() || fs::exists(kept_) || fs::exists(staged()); ++i) {
      kept_ = path_ + ".rotten-" + std::to_string(i);
    }
    create_directory(staged());
  }
  ~Staging() {
    std::error_code ignored;
    if (!placed_) fs::remove_all(staged(), ignored);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  void fill(const Store::Impl& from) {
    Store::Impl fresh;
    fresh.path = staged();
    open_database(fresh, {}, rocksdb::Env::Default(), /*create=*/true);
    rocksdb::WriteOptions unlogged;
    unlogged.disableWAL = true;
    rocksdb::WriteBatch batch;
    const auto write = [&] {
      check(fresh.db->Write(unlogged, &batch), fresh.path, "write what could be read");
      batch.Clear();
    };
    Salvage known;
    visit_readable(from, known, [&](Family family, std::string_view key, std::string_view value) {
      check(batch.Put(fresh.handle(family), to_slice(key), to_slice(value)), fresh.path,
            "write what could be read");
      if (batch.GetDataSize() > kBytesPerWrite) write();
    });
    write();
    check(fresh.db->Flush(rocksdb::FlushOptions(), fresh.handles), fresh.path,
          "write what could be read");
  }

  /// Throws Error(Corruption) unless it says what it was made for.
  void require_identity() const try {
    StoreOptions options;
    options.create_if_missing = false;
    options.read_only = true;
    Store::open(staged(), options);
  } catch (const Error& error) {
    throw Error(ErrorCode::Corruption,
                "store " + path_ + ": what it was made for cannot be read; restore a backup (" +
                    error.what() + ")");
  }

  /// Both directories change their names at once where the file system can.
  std::string take_place() {
    const int both = AT_FDCWD;
    if (::renameat2(both, staged().c_str(), both, path_.c_str(), RENAME_EXCHANGE) == 0) {
      placed_ = true;
      rename(staged(), kept_);
    } else if (errno == EINVAL || errno == ENOSYS) {
      rename(path_, kept_);
      placed_ = true;
      rename(staged(), path_);
    } else {
      throw_io(path_, "take its place", std::strerror(errno));
    }
    sync_directory(fs::path(path_).parent_path().string());
    return kept_;
  }

 private:
  std::string staged() const { return kept_ + ".new"; }
  static void rename(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0)
      throw_io(from, "rename it", std::strerror(errno));
  }

  const std::string path_;
  std::string kept_;
  bool placed_ = false;
};

std::string whole_path(const std::string& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  return (absolute.has_filename() ? absolute : absolute.parent_path()).string();
}

}  // namespace

Salvage Store::salvage(const std::string& path) {
  if (inspect_directory(path) != DirectoryKind::Database) {
    throw Error(ErrorCode::NotFound, "no memfold store at " + path);
  }
  claim_process();
  const DirectoryLock lock(path);
  Impl damaged;
  damaged.path = path;
  open_past_rot(damaged, rocksdb::Env::Default());
  Salvage found;
  visit_readable(damaged, found,
                 [&](Family, std::string_view, std::string_view) { ++found.records; });
  if (!found.unread.empty()) {
    Staging staging(whole_path(path));
    staging.fill(damaged);
    staging.require_identity();
    found.kept = staging.take_place();
  }
  end_forked_children_at_exit();
  return found;
}

}  // namespace memfold::storage
