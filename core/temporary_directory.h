// Scratch space on disk.
#pragma once

#include <string>

namespace memfold {

/// A new empty directory, removed with everything in it when this goes. Throws Error(Io).
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace memfold
