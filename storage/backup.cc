// Backups of a store, on RocksDB's BackupEngine.
#include "memfold/backup.h"

#include <fcntl.h>
#include <rocksdb/utilities/backup_engine.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>

#include "core/private_file.h"
#include "storage/claim_process.h"
#include "storage/open_database.h"
#include "storage/snapshot.h"
#include "storage/store_directory.h"
#include "storage/store_impl.h"
#include "storage/sync_mark.h"

namespace memfold {
namespace {

namespace fs = std::filesystem;
using storage::check;

/// A directory of backups, and nobody else's while this object lives.
class Shelf {
 public:
  enum class Use { Read, Write };

  Shelf(const std::string& directory, Use use) : directory_(directory) {
    storage::claim_process();
    lock_ = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0) {
      throw Error(ErrorCode::NotFound,
                  "there are no backups at " + directory + ": " + std::strerror(errno));
    }
    if (flock(lock_, (use == Use::Write ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
      close(lock_);
      throw Error(ErrorCode::Locked, "another process uses the backups at " + directory);
    }
    try {
      open_engine(use);
    } catch (...) {
      close(lock_);
      throw;
    }
  }
  ~Shelf() { close(lock_); }
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;

  rocksdb::BackupEngine& engine() { return *engine_; }

  std::vector<rocksdb::BackupInfo> all() const {
    std::vector<rocksdb::BackupInfo> infos;
    engine_->GetBackupInfo(&infos);
    return infos;
  }

  rocksdb::BackupInfo newest_or(std::optional<std::uint32_t> number) const {
    const std::vector<rocksdb::BackupInfo> infos = all();
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
      if (!number || info->backup_id == *number) return *info;
    }
    std::vector<rocksdb::BackupID> damaged;
    engine_->GetCorruptedBackups(&damaged);
    const bool known =
        number && std::find(damaged.begin(), damaged.end(), *number) != damaged.end();
    if (known) throw_damaged(*number, "files of it are missing or of another size");
    throw Error(ErrorCode::NotFound,
                number ? "there is no backup " + std::to_string(*number) + " at " + directory_
                       : "there is no whole backup at " + directory_);
  }

  /// Reads every file against its checksum.
  void verify(std::uint32_t number) {
    const rocksdb::Status status = engine_->VerifyBackup(number, /*verify_with_checksum=*/true);
    if (!status.ok()) throw_damaged(number, status.ToString());
  }

  [[noreturn]] void throw_damaged(std::uint32_t number, const std::string& why) const {
    throw Error(ErrorCode::Corruption,
                "backup " + std::to_string(number) + " at " + directory_ + " is damaged: " + why);
  }

 private:
  void open_engine(Use use) {
    rocksdb::BackupEngineOptions options(directory_);
    rocksdb::BackupEngine* opened = nullptr;
    if (use == Use::Read) options.destroy_old_data = false;
    check(rocksdb::BackupEngine::Open(options, rocksdb::Env::Default(), &opened), directory_,
          "open the backups");
    engine_.reset(opened);
  }

  const std::string directory_;
  int lock_ = -1;
  std::unique_ptr<rocksdb::BackupEngine> engine_;
};

Backup from_info(const rocksdb::BackupInfo& info) {
  return {info.backup_id, Time{info.timestamp * 1'000'000}, info.size, info.number_files};
}

/// A directory of backups holds these, or nothing yet.
void require_shelf(const std::string& directory) {
  std::error_code error;
  if (!fs::exists(directory, error)) return make_private_directories(directory);
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name == "meta" || name == "private" || name == "shared_checksum" ||
                      name == "shared" || name.starts_with("LOCK") || name.starts_with("LOG");
    if (ours || name.find(".snapshot-") != std::string::npos) continue;
    throw Error(ErrorCode::InvalidArgument, directory + " holds other files than backups (" + name +
                                                "); name a directory of "
                                                "its own");
  }
}

/// Opens the copy, which says whether anything is missing, and puts its logs into sorted files.
std::unique_ptr<storage::Store::Impl> open_copy(const std::string& path) {
  storage::StoreOptions options;
  options.create_if_missing = false;
  auto store = std::make_unique<storage::Store::Impl>();
  store->path = path;
  open_database(*store, options, rocksdb::Env::Default(), false);
  return store;
}

std::uint64_t bytes_below(const std::string& directory) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

std::vector<std::uint32_t> drop_old(Shelf& shelf, std::size_t keep, const std::string& directory) {
  std::vector<std::uint32_t> dropped;
  const std::vector<rocksdb::BackupInfo> all = shelf.all();
  for (std::size_t i = 0; keep > 0 && i + keep < all.size(); ++i) {
    check(shelf.engine().DeleteBackup(all[i].backup_id), directory, "drop an old backup");
    dropped.push_back(all[i].backup_id);
  }
  return dropped;
}

std::uint64_t syncs_of(const Shelf& shelf, const rocksdb::BackupInfo& info) {
  std::uint64_t syncs = 0;
  const std::string& text = info.app_metadata;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), syncs);
  if (error != std::errc() || end != text.data() + text.size()) {
    shelf.throw_damaged(info.backup_id, "it does not say how often it was synced");
  }
  return syncs;
}

/// Removes what there is unless it was finished.
struct Unfinished {
  std::string path;
  ~Unfinished() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
};

}  // namespace

BackupReport back_up(const std::string& path, const std::string& directory, std::size_t keep) {
  storage::claim_process();
  if (storage::inspect_directory(path) != storage::DirectoryKind::Database) {
    throw Error(ErrorCode::NotFound, "there is no memfold store at " + path);
  }
  require_shelf(directory);
  Shelf shelf(directory, Shelf::Use::Write);
  const std::uint64_t before = bytes_below(directory);
  BackupReport report;
  {
    const storage::Snapshot snapshot(path, directory);
    const auto store = open_copy(snapshot.path());
    // Rot that was copied would have a checksum that fits.
    check(store->db->VerifyChecksum(), path, "read what is to be backed up");
    rocksdb::BackupID number = 0;
    rocksdb::CreateBackupOptions options;
    options.flush_before_backup = true;
    check(shelf.engine().CreateNewBackupWithMetadata(options, store->db.get(),
                                                     std::to_string(store->syncs), &number),
          directory, "back up " + path);
    try {
      shelf.verify(number);
    } catch (const Error&) {
      shelf.engine().DeleteBackup(number).PermitUncheckedError();
      throw;
    }
    report.made = from_info(shelf.newest_or(number));
  }
  report.copied_bytes = bytes_below(directory) - before;
  report.dropped = drop_old(shelf, keep, directory);
  storage::end_forked_children_at_exit();
  return report;
}

std::vector<Backup> list_backups(const std::string& directory) {
  std::vector<Backup> backups;
  for (const auto& info : Shelf(directory, Shelf::Use::Read).all()) {
    backups.push_back(from_info(info));
  }
  return backups;
}

Backup restore_backup(const std::string& directory, const std::string& path,
                      std::optional<std::uint32_t> number) {
  Shelf shelf(directory, Shelf::Use::Read);
  if (storage::inspect_directory(path) == storage::DirectoryKind::Database) {
    throw Error(ErrorCode::InvalidArgument,
                "there is a store at " + path + " already; restore beside it and swap them");
  }
  const rocksdb::BackupInfo info = shelf.newest_or(number);
  shelf.verify(info.backup_id);
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path target = whole.has_filename() ? whole : whole.parent_path();
  Unfinished restored{target.string() + ".restoring-" + std::to_string(getpid())};
  make_private_directories(restored.path);
  check(shelf.engine().RestoreDBFromBackup(info.backup_id, restored.path, restored.path), directory,
        "restore backup " + std::to_string(info.backup_id));
  { const storage::SyncMark mark(restored.path, syncs_of(shelf, info), /*replace=*/true); }
  try {
    open_copy(restored.path);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Corruption) throw;
    shelf.throw_damaged(info.backup_id, error.what());
  }
  storage::sync_directory(restored.path);
  std::error_code error;
  fs::remove(target, error);  // an empty directory
  fs::rename(restored.path, target, error);
  if (error) {
    throw Error(ErrorCode::Io, "cannot rename " + restored.path + " to " + target.string() + ": " +
                                   error.message());
  }
  restored.path.clear();
  storage::sync_directory(target.parent_path().string());
  storage::end_forked_children_at_exit();
  return from_info(info);
}

}  // namespace memfold
