// A store as it is at one moment, beside processes that write to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace memfold::storage {

/// A directory with the files of a store, which is a whole store of its own: sorted files are
/// linked where the file system can, the rest is copied. Goes with the object; what a killed
/// process left goes with the next.
class Snapshot {
 public:
  /// Beside the store, or in `elsewhere` when nothing can be made there. Throws Error: NotFound
  /// when there is no store, Io.
  Snapshot(const std::string& store, const std::string& elsewhere);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;  ///< held while it is in use
};

}  // namespace memfold::storage
