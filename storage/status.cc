#include "storage/status.h"

#include "core/hash.h"

namespace memfold::storage {
namespace {

/// RocksDB has no status for a lock that is held; these are its words for another process and for
/// this one.
bool means_locked(const rocksdb::Status& status) {
  const std::string text = status.ToString();
  return status.IsIOError() && (text.find("While lock file") != std::string::npos ||
                                text.find("lock hold by current process") != std::string::npos);
}

}  // namespace

void check(const rocksdb::Status& status, std::string_view path, std::string_view doing) {
  if (status.ok()) return;
  const std::string store = "store " + std::string(path);
  if (means_locked(status)) {
    throw Error(
        ErrorCode::Locked,
        store +
            " is already open, here or in another process; close it there, or open it read-only");
  }
  const ErrorCode code = status.IsCorruption() ? ErrorCode::Corruption : ErrorCode::Io;
  throw Error(code, store + ": cannot " + std::string(doing) + ": " + status.ToString());
}

std::string place(Family family, std::string_view key) {
  return "column family " + std::string(family_name(family)) + ", key " + to_hex(key);
}

void throw_corrupt(std::string_view path, Family family, std::string_view key,
                   std::string_view why) {
  throw Error(ErrorCode::Corruption,
              "store " + std::string(path) + ": " + place(family, key) + ": " + std::string(why));
}

}  // namespace memfold::storage
