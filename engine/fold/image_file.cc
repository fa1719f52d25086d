#include "engine/fold/image_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/hash.h"
#include "memfold/error.h"

namespace memfold {
namespace {

using index::DamagedFile;
using index::VerifiedBytes;

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMagic = 0x31656e616c666d6d;  // "mmflane1", as this machine writes it

/// Stands at the very end.
struct Trailer {
  std::uint64_t magic, parts, digest;
};

std::uint64_t digest_of(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  return hash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, seed);
}

/// Digests of blocks as bytes come.
class BlockDigests {
 public:
  void take(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      if (held_.empty() && bytes.size() >= VerifiedBytes::kBlockBytes) {
        digests_.push_back(VerifiedBytes::digest(bytes.first(VerifiedBytes::kBlockBytes)));
        bytes = bytes.subspan(VerifiedBytes::kBlockBytes);
        continue;
      }
      const std::size_t fit = std::min(bytes.size(), VerifiedBytes::kBlockBytes - held_.size());
      held_.insert(held_.end(), bytes.begin(), bytes.begin() + std::ptrdiff_t(fit));
      bytes = bytes.subspan(fit);
      if (held_.size() == VerifiedBytes::kBlockBytes) close();
    }
  }
  const std::vector<std::uint64_t>& finish() {
    if (!held_.empty()) close();
    return digests_;
  }

 private:
  void close() {
    digests_.push_back(VerifiedBytes::digest(held_));
    held_.clear();
  }
  std::vector<std::byte> held_;
  std::vector<std::uint64_t> digests_;
};

}  // namespace

ImageFileWriter::ImageFileWriter(std::string path)
    : path_(std::move(path)), written_(path_ + ".tmp") {
  ::unlink(written_.c_str());
  file_ = ::open(written_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file_ < 0) {
    throw Error(ErrorCode::Io, "cannot create " + written_ + ": " + std::strerror(errno));
  }
}

ImageFileWriter::~ImageFileWriter() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(written_.c_str());
}

void ImageFileWriter::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      throw Error(ErrorCode::Io, "cannot write " + written_ + ": " + std::strerror(errno));
    }
    at_ += std::uint64_t(count);
    bytes = bytes.subspan(std::size_t(count));
  }
}

void ImageFileWriter::begin_part() {
  static constexpr std::byte kZeros[kPage] = {};
  write(std::span(kZeros).first((kPage - at_ % kPage) % kPage));
  parts_.push_back({at_, 0, 0});
}

void ImageFileWriter::part(std::initializer_list<std::span<const std::byte>> pieces) {
  begin_part();
  ImagePart& made = parts_.back();
  // Of more than one piece the digest is that of all of them together.
  std::vector<std::byte> joined;
  std::span<const std::byte> all;
  for (const auto piece : pieces) {
    if (piece.empty()) continue;
    if (all.empty()) {
      all = piece;
    } else {
      if (joined.empty()) joined.assign(all.begin(), all.end());
      joined.insert(joined.end(), piece.begin(), piece.end());
      all = joined;
    }
  }
  write(all);
  made.bytes = all.size();
  made.digest = digest_of(all);
}

void ImageFileWriter::bulk(const std::function<void(const Take&)>& write_all) {
  begin_part();
  const std::size_t place = parts_.size() - 1;
  BlockDigests digests;
  write_all([&](std::span<const std::byte> piece) {
    write(piece);
    digests.take(piece);
  });
  parts_[place].bytes = at_ - parts_[place].offset;
  part({std::as_bytes(std::span(digests.finish()))});
}

std::uint64_t ImageFileWriter::finish() {
  const auto table = std::as_bytes(std::span(parts_));
  const Trailer trailer{kMagic, parts_.size(), digest_of(table, at_)};
  write(table);
  write(std::as_bytes(std::span(&trailer, 1)));
  const bool closed = ::close(file_) == 0;
  file_ = -1;
  if (!closed || ::rename(written_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(written_.c_str());
    throw Error(ErrorCode::Io, "cannot finish " + path_ + ": " + std::strerror(error));
  }
  return trailer.digest;
}

ImageFile::ImageFile(const std::string& path, std::uint64_t digest) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw DamagedFile(path + ": " + std::strerror(errno));
  struct ::stat status {};
  void* at = MAP_FAILED;
  if (::fstat(file, &status) == 0 && status.st_size >= ::off_t(sizeof(Trailer))) {
    at = ::mmap(nullptr, std::size_t(status.st_size), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_NORESERVE, file, 0);
  }
  ::close(file);
  if (at == MAP_FAILED) throw DamagedFile(path + " cannot be mapped");
  bytes_ = {static_cast<std::byte*>(at), std::size_t(status.st_size)};
  try {
    Trailer trailer;
    const std::size_t table_end = bytes_.size() - sizeof trailer;
    std::memcpy(&trailer, bytes_.data() + table_end, sizeof trailer);
    if (trailer.magic != kMagic || trailer.digest != digest ||
        trailer.parts > table_end / sizeof(ImagePart)) {
      throw DamagedFile(path + " is another file");
    }
    const std::size_t table_bytes = trailer.parts * sizeof(ImagePart);
    const auto table = bytes_.subspan(table_end - table_bytes, table_bytes);
    if (digest_of(table, table_end - table_bytes) != digest) {
      throw DamagedFile(path + " is damaged");
    }
    parts_.resize(trailer.parts);
    if (table_bytes > 0) std::memcpy(parts_.data(), table.data(), table_bytes);
  } catch (...) {
    ::munmap(bytes_.data(), bytes_.size());
    throw;
  }
}

ImageFile::~ImageFile() {
  ::munmap(bytes_.data(), bytes_.size());
}

const ImagePart& ImageFile::next() {
  if (next_ == parts_.size()) throw DamagedFile("parts are missing");
  const ImagePart& part = parts_[next_++];
  if (part.offset % kPage != 0 || part.offset > bytes_.size() ||
      part.bytes > bytes_.size() - part.offset) {
    throw DamagedFile("a part lies outside of its file");
  }
  return part;
}

std::span<std::byte> ImageFile::part() {
  const ImagePart& one = next();
  const auto bytes = bytes_.subspan(one.offset, one.bytes);
  if (digest_of(bytes) != one.digest) throw DamagedFile("a part does not match its digest");
  return bytes;
}

VerifiedBytes ImageFile::bulk() {
  const ImagePart& one = next();
  const std::span<std::byte> digests = part();
  return VerifiedBytes(
      bytes_.subspan(one.offset, one.bytes),
      {reinterpret_cast<const std::uint64_t*>(digests.data()), digests.size() / 8});
}

}  // namespace memfold
