#include "storage/snapshot.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "core/private_file.h"
#include "memfold/error.h"
#include "storage/open_database.h"
#include "storage/store_directory.h"
#include "storage/sync_mark.h"

namespace memfold::storage {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSuffix = ".snapshot-";

[[noreturn]] void throw_io(const std::string& doing, const std::string& why) {
  throw Error(ErrorCode::Io, "cannot " + doing + ": " + why);
}

/// Holds the directory against those who clean up; -1: somebody else does.
int hold(const std::string& directory) {
  const int handle = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle >= 0 && flock(handle, LOCK_EX | LOCK_NB) == 0) return handle;
  if (handle >= 0) close(handle);
  return -1;
}

void remove_left_behind(const fs::path& parent, const std::string& prefix) {
  std::error_code error;
  for (fs::directory_iterator entry(parent, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(prefix)) continue;
    const int held = hold(entry->path().string());
    if (held < 0) continue;
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
    close(held);
  }
}

std::string make_unique_directory(const fs::path& prefix) {
  std::string name = prefix.string() + "XXXXXX";
  return mkdtemp(name.data()) == nullptr ? "" : name;
}

void take(const fs::path& from, const fs::path& to, bool link) {
  std::error_code error;
  if (link) fs::create_hard_link(from, to, error);
  if (link && !error) return;
  if (error == std::errc::no_such_file_or_directory) return;  // the caller looks again
  error.clear();
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (!error || error == std::errc::no_such_file_or_directory) return;
  throw_io("copy " + from.string() + " to " + to.string(), error.message());
}

/// One attempt; whether nothing went meanwhile that the copy may need.
///
/// What is synced is read before the logs, and which files count before the files: whatever comes
/// in between makes the copy hold more, not less.
bool copy_store(const fs::path& store, const fs::path& copy) {
  const Sight before(store.string());
  for (const std::string& first : {std::string(SyncMark::kFileName), std::string("CURRENT")}) {
    if (fs::exists(store / first)) take(store / first, copy / first, false);
  }
  for (const bool manifests : {true, false}) {
    for (const auto& entry : fs::directory_iterator(store)) {
      const std::string name = entry.path().filename().string();
      const bool table = name.ends_with(".sst");
      if (name.starts_with("MANIFEST-") != manifests || fs::exists(copy / name)) continue;
      if (manifests || table || name.ends_with(".log") || name.starts_with("OPTIONS-")) {
        take(entry.path(), copy / name, table);
      }
    }
  }
  return !Sight(store.string()).gone_since(before);
}

void clear(const fs::path& directory) {
  for (const auto& entry : fs::directory_iterator(directory)) fs::remove(entry.path());
}

}  // namespace

Snapshot::Snapshot(const std::string& store, const std::string& elsewhere) {
  if (inspect_directory(store) != DirectoryKind::Database) {
    throw Error(ErrorCode::NotFound, "there is no memfold store at " + store);
  }
  const fs::path whole = fs::canonical(store);
  const std::string prefix = whole.filename().string() + kSuffix;
  for (const fs::path& parent : {whole.parent_path(), fs::absolute(elsewhere)}) {
    remove_left_behind(parent, prefix);
    if (path_.empty()) path_ = make_unique_directory(parent / prefix);
  }
  if (path_.empty()) throw_io("make a directory in " + elsewhere, std::strerror(errno));
  lock_ = hold(path_);
  constexpr int kAttempts = 200;
  for (int attempt = 1; attempt <= kAttempts; ++attempt) {
    if (copy_store(whole, path_)) return;
    clear(path_);
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(attempt, 20)));
  }
  throw_io("copy " + store, "its files change faster than they can be copied; try again");
}

Snapshot::~Snapshot() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace memfold::storage
