// Images (index/image.h) in files: written once, mapped from then on.
//
// Parts begin on pages, one behind the other; of those that are verified as they are read, the
// digests of their blocks follow as a part of their own. At the end a table of all parts with the
// digest of each, and last its own. Nothing is synced: a file that did not arrive whole does not
// verify.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/image.h"

namespace memfold {

/// Where a part lies. Digests are XXH3 of 64 bits.
struct ImagePart {
  std::uint64_t offset, bytes, digest;
};

/// Writes beside `path` and takes its name in the end; without that nothing is left. Throws
/// Error(Io).
class ImageFileWriter final : public index::ImageSink {
 public:
  explicit ImageFileWriter(std::string path);
  ~ImageFileWriter() override;
  ImageFileWriter(const ImageFileWriter&) = delete;
  ImageFileWriter& operator=(const ImageFileWriter&) = delete;

  void part(std::initializer_list<std::span<const std::byte>> pieces) override;
  void bulk(const std::function<void(const Take&)>& write) override;

  /// Returns the digest by which ImageFile knows it.
  std::uint64_t finish();

 private:
  void write(std::span<const std::byte> bytes);
  void begin_part();

  std::string path_, written_;
  int file_ = -1;
  std::uint64_t at_ = 0;
  std::vector<ImagePart> parts_;
};

/// A file that is mapped privately as long as this lives: what is written to its parts stays in
/// this process. Throws index::DamagedFile for one that is missing, cut short or not the one of
/// that digest.
class ImageFile final : public index::ImageSource {
 public:
  ImageFile(const std::string& path, std::uint64_t digest);
  ~ImageFile() override;
  ImageFile(const ImageFile&) = delete;
  ImageFile& operator=(const ImageFile&) = delete;

  std::span<std::byte> part() override;
  index::VerifiedBytes bulk() override;

 private:
  const ImagePart& next();

  std::span<std::byte> bytes_;
  std::vector<ImagePart> parts_;
  std::size_t next_ = 0;
};

}  // namespace memfold
