#include "storage/store_directory.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "memfold/error.h"
#include "storage/sync_mark.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_io(const std::string& path, const std::string& doing,
                           const std::string& why) {
  throw Error(ErrorCode::Io, "store " + path + ": cannot " + doing + ": " + why);
}

/// Names RocksDB makes before CURRENT, by which a database begins to exist.
bool is_unfinished_database_file(const std::string& name) {
  return name == "LOCK" || name == "IDENTITY" || name == "LOG" || name.starts_with("LOG.old") ||
         name.starts_with("MANIFEST-") || name.starts_with("OPTIONS-") ||
         name.ends_with(".dbtmp") || name.ends_with(".log") || name == SyncMark::kFileName;
}

}  // namespace

void sync_directory(const std::string& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) throw_io(path, "open the directory", std::strerror(errno));
  const bool synced = ::fsync(handle) == 0 || errno == EINVAL;  // not every file system can
  const int error = errno;
  ::close(handle);
  if (!synced) throw_io(path, "sync the directory", std::strerror(error));
}

DirectoryKind inspect_directory(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return DirectoryKind::Missing;
  if (error) throw_io(path, "look at it", error.message());
  if (status.type() != fs::file_type::directory) {
    throw Error(ErrorCode::InvalidArgument,
                path + " is a file; a store is a directory: name another path");
  }
  std::string foreign, manifest;
  bool has_tables = false;
  fs::directory_iterator entry(path, error);
  if (error) throw_io(path, "list it", error.message());
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    if (error) throw_io(path, "list it", error.message());
    const std::string name = entry->path().filename().string();
    if (name == "CURRENT") return DirectoryKind::Database;
    if (name.starts_with("MANIFEST-")) manifest = std::max(manifest, name);
    has_tables = has_tables || name.ends_with(".sst");
    if (!is_unfinished_database_file(name)) foreign = name;
  }
  if (!manifest.empty() && has_tables) {
    throw Error(ErrorCode::Corruption,
                "store " + path +
                    " lost its file CURRENT, which names the newest MANIFEST; restore "
                    "a backup, or write it anew: echo " +
                    manifest + " > " + path + "/CURRENT");
  }
  if (foreign.empty()) return DirectoryKind::Empty;
  throw Error(ErrorCode::InvalidArgument, path + " is no memfold store: it holds " + foreign +
                                              " and no database; name a new or an empty directory");
}

void create_directory(const std::string& path) {
  const fs::path full = fs::absolute(path).lexically_normal();
  const fs::path leaf = full.has_filename() ? full : full.parent_path();
  std::error_code error;
  fs::create_directories(leaf.parent_path(), error);
  if (error) throw_io(path, "create the directory above it", error.message());
  if (!fs::create_directory(leaf, error) && error) throw_io(path, "create it", error.message());
  fs::permissions(leaf, fs::perms::owner_all, error);
  if (error) throw_io(path, "make it private", error.message());
  sync_directory(leaf.parent_path().string());
}

std::uint64_t directory_bytes(const std::string& path) {
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator entry(path, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code vanished;
    const auto size = entry->file_size(vanished);
    if (!vanished) total += size;
  }
  return total;
}

}  // namespace memfold::storage
