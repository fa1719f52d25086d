#include "core/temporary_directory.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "memfold/error.h"

namespace memfold {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) throw Error(ErrorCode::Io, "there is no temporary directory; check TMPDIR");
  path_ = (parent / "memfold-XXXXXX").string();
  if (!mkdtemp(path_.data())) {
    throw Error(ErrorCode::Io, "cannot make a directory in " + parent.string() + ": " +
                                   std::strerror(errno) + "; check TMPDIR");
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace memfold
