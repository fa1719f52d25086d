// A directory of its own for each test, gone afterwards. In memory where the machine has such a
// file system: creating a store syncs some 30 times, and no test here depends on a real disk.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace memfold::storage {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    const std::filesystem::path memory = "/dev/shm";
    const bool in_memory =
        std::filesystem::is_directory(memory) && access(memory.c_str(), W_OK) == 0;
    const std::filesystem::path parent =
        in_memory ? memory : std::filesystem::temp_directory_path();
    std::string pattern = (parent / "memfold-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch directory");
    path_ = pattern;
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  std::string path(const std::string& name = "store") const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace memfold::storage
