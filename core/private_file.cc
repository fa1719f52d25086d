#include "core/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "memfold/error.h"

namespace memfold {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* what, const std::string& path, int code) {
  throw Error(ErrorCode::Io,
              std::string(what) + " " + path + ": " + std::generic_category().message(code));
}

}  // namespace

std::ofstream create_private_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail("cannot replace", path, errno);
  const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made < 0) fail("cannot write", path, errno);
  ::close(made);
  std::ofstream file(path, std::ios::binary | std::ios::in);  // what was made, not another
  if (!file) fail("cannot write", path, errno);
  return file;
}

void make_private_directories(const std::string& path) {
  fs::path made;
  for (const fs::path& part : fs::path(path)) {
    made /= part;
    if (part.empty() || ::mkdir(made.c_str(), 0700) == 0 || errno == EEXIST) continue;
    std::error_code ignored;
    if (!fs::is_directory(made, ignored)) fail("cannot make the directory", made.string(), errno);
  }
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) fail("cannot make the directory", path, EEXIST);
}

}  // namespace memfold
