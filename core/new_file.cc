#include "core/new_file.h"

#include <filesystem>

#include "core/private_file.h"
#include "memfold/error.h"

namespace memfold {

NewFile::NewFile(const std::string& path)
    : path_(path), partial_(path + ".partial"), out_(create_private_file(partial_)) {}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!kept_) std::filesystem::remove(partial_, ignored);
}

void NewFile::keep() {
  out_.close();
  if (!out_) throw Error(ErrorCode::Io, "cannot write " + partial_ + ": is the disk full?");
  std::error_code error;
  std::filesystem::rename(partial_, path_, error);
  if (error) throw Error(ErrorCode::Io, "cannot write " + path_ + ": " + error.message());
  kept_ = true;
}

}  // namespace memfold
