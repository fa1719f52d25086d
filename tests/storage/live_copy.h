// A store as a kill would leave it: copied while it is open.
#pragma once

#include <filesystem>

namespace memfold::storage {

/// Copies the files of a store that is open. RocksDB deletes and renames what it no longer needs in
/// the background, so a file may go between listing and copying: then all is copied anew.
inline void copy_live_store(const std::filesystem::path& from, const std::filesystem::path& to) {
  namespace fs = std::filesystem;
  for (int tries = 0;; ++tries) {
    fs::remove_all(to);
    std::error_code error;
    fs::copy(from, to, fs::copy_options::recursive, error);
    if (!error) return;
    if (error != std::errc::no_such_file_or_directory || tries == 100) {
      throw fs::filesystem_error("copying a live store", from, to, error);
    }
  }
}

}  // namespace memfold::storage
