// A directory of its own for each test, gone afterwards. In memory where the machine has such a
// file system with room: most of what many tests take is a disk that takes up a new store, and none
// here depends on a real one.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace memfold::storage {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    constexpr std::uintmax_t kRoom = std::uintmax_t{4} << 30;  // a container's is often 64 MiB
    const std::filesystem::path memory = "/dev/shm";
    std::error_code error;
    const auto free = std::filesystem::space(memory, error).available;
    const bool in_memory = !error && free >= kRoom && access(memory.c_str(), W_OK) == 0;
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
