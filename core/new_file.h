// A file that has its name only once it is whole.
#pragma once

#include <fstream>
#include <string>

namespace memfold {

/// Written as `path`.partial, for its owner alone, and gone again unless kept. What was at `path`
/// stays until then. Throws Error(Io) where it cannot be written.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  std::ostream& stream() { return out_; }
  /// It is whole: takes the place of what is at `path`. Throws Error(Io).
  void keep();

 private:
  std::string path_, partial_;
  std::ofstream out_;
  bool kept_ = false;
};

}  // namespace memfold
