#include "ingest/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "memfold/error.h"

namespace memfold::ingest {
namespace {

constexpr std::size_t kCompressedBuffer = 256 * 1024;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
/// How late a stop is noticed when its signal went to another thread, in milliseconds.
constexpr int kLookUp = 100;

[[noreturn]] void fail(const std::string& path, const char* what, int code) {
  const std::string reason = std::generic_category().message(code);
  throw Error(code == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
              std::string(what) + " " + path + ": " + reason);
}

class FileSource final : public ByteSource {
 public:
  FileSource(const std::string& path, StopWhen stop) : path_(path), stop_(std::move(stop)) {
    // Opening a pipe nobody writes to must not wait where nobody can stop it.
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    descriptor_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), flags);
    if (descriptor_ < 0) fail(path, "cannot open", errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) {
      seekable_ = path != "-";
      waits_ = false;
      total_ = static_cast<std::uint64_t>(status.st_size);
      ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
  }
  ~FileSource() override {
    if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t read(char* buffer, std::size_t size) override {
    for (;;) {
      if (waits_) wait();
      const ssize_t got = ::read(descriptor_, buffer, size);
      if (got >= 0) {
        done_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno != EINTR && errno != EAGAIN) fail(path_, "cannot read", errno);
    }
  }

  bool skip_to(std::uint64_t offset) override {
    if (!seekable_) return ByteSource::skip_to(offset);
    if (offset > total_) return false;
    if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) {
      fail(path_, "cannot seek in", errno);
    }
    done_ = offset;
    return true;
  }

  std::uint64_t stored_bytes_read() const override { return done_; }
  std::uint64_t stored_bytes_total() const override { return total_; }
  bool is_seekable() const { return seekable_; }

 private:
  /// Until there is something to read, or the end: what has come already is read all the same.
  /// poll() returns early at any signal.
  void wait() const {
    pollfd waiting{descriptor_, POLLIN, 0};
    for (int patience = 0; ::poll(&waiting, 1, patience) <= 0; patience = kLookUp) {
      stop_.check("waiting for input");
    }
  }

  std::string path_;
  const StopWhen stop_;
  int descriptor_ = -1;
  bool seekable_ = false, waits_ = true;
  std::uint64_t done_ = 0, total_ = 0;
};

class PrependedSource final : public ByteSource {
 public:
  PrependedSource(std::string head, std::unique_ptr<ByteSource> rest)
      : head_(std::move(head)), rest_(std::move(rest)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    if (taken_ == head_.size()) return rest_->read(buffer, size);
    const std::size_t count = std::min(size, head_.size() - taken_);
    std::memcpy(buffer, head_.data() + taken_, count);
    taken_ += count;
    return count;
  }
  std::uint64_t stored_bytes_read() const override { return rest_->stored_bytes_read(); }
  std::uint64_t stored_bytes_total() const override { return rest_->stored_bytes_total(); }

 private:
  std::string head_;
  std::size_t taken_ = 0;
  std::unique_ptr<ByteSource> rest_;
};

/// One or more gzip members after each other, as `cat a.gz b.gz` makes them.
class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> source, std::string path)
      : source_(std::move(source)), path_(std::move(path)), input_(kCompressedBuffer) {
    if (::inflateInit2(&stream_, 15 + 16) != Z_OK) {
      throw Error(ErrorCode::Unsupported, "zlib cannot start to decompress " + path_);
    }
  }
  ~GzipSource() override { ::inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(char* buffer, std::size_t size) override {
    if (finished_ || size == 0) return 0;
    const std::size_t wanted = std::min<std::size_t>(size, 1u << 30);
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = static_cast<uInt>(wanted);
    while (stream_.avail_out == wanted) {
      if (stream_.avail_in == 0 && !refill()) return end_of_input();
      step();
      if (finished_) break;
    }
    return wanted - stream_.avail_out;
  }
  std::uint64_t stored_bytes_read() const override {
    return source_->stored_bytes_read() - stream_.avail_in;
  }
  std::uint64_t stored_bytes_total() const override { return source_->stored_bytes_total(); }

 private:
  bool refill() {
    const std::size_t got = source_->read(input_.data(), input_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  std::size_t end_of_input() {
    finished_ = true;
    if (inside_member_) damaged("ends early");
    return 0;
  }

  void step() {
    // Padding with NULs after the last member is common (tapes, block devices).
    if (!inside_member_ && *stream_.next_in == 0 && members_ > 0) {
      ++stream_.next_in;
      --stream_.avail_in;
      return;
    }
    inside_member_ = true;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      inside_member_ = false;
      ++members_;
      ::inflateReset(&stream_);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      finished_ = true;
      damaged("is damaged");
    }
  }

  [[noreturn]] void damaged(const char* how) {
    throw Error(ErrorCode::Corruption, "gzip data of " + path_ + " " + how +
                                           " at compressed byte " +
                                           std::to_string(stored_bytes_read()));
  }

  std::unique_ptr<ByteSource> source_;
  std::string path_;
  std::vector<char> input_;
  z_stream stream_{};
  bool inside_member_ = false, finished_ = false;
  std::uint64_t members_ = 0;
};

std::string take(ByteSource& source, std::uint64_t size) {
  std::string bytes;
  std::size_t filled = 0;
  while (filled < size) {
    const std::size_t step = std::min<std::uint64_t>(size - filled, 256 * 1024);
    bytes.resize(filled + step);
    const std::size_t got = source.read(bytes.data() + filled, step);
    filled += got;
    if (got == 0) break;
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace

bool ByteSource::skip_to(std::uint64_t offset) {
  std::vector<char> ignored(256 * 1024);
  while (offset > 0) {
    const std::size_t got = read(ignored.data(), std::min<std::uint64_t>(offset, ignored.size()));
    if (got == 0) return false;
    offset -= got;
  }
  return true;
}

std::unique_ptr<ByteSource> prepend(std::string head, std::unique_ptr<ByteSource> source) {
  return std::make_unique<PrependedSource>(std::move(head), std::move(source));
}

std::unique_ptr<ByteSource> open_bytes(const std::string& path, const StopWhen& stop) {
  auto file = std::make_unique<FileSource>(path, stop);
  std::string magic = take(*file, kGzipMagic.size());
  const bool gzip = magic == kGzipMagic;
  if (file->is_seekable() && file->skip_to(0)) {
    if (!gzip) return file;
    return std::make_unique<GzipSource>(std::move(file), path);
  }
  auto whole = prepend(std::move(magic), std::move(file));
  if (!gzip) return whole;
  return std::make_unique<GzipSource>(std::move(whole), path);
}

bool is_stream(const std::string& path) {
  struct stat status {};
  return path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
                         !S_ISDIR(status.st_mode));
}

bool is_compressed(const std::string& path) {
  FileSource file(path, {});
  return take(file, kGzipMagic.size()) == kGzipMagic;
}

std::string read_head(const std::string& path, std::size_t size) {
  std::string head;
  try {
    const auto source = open_bytes(path);
    for (std::size_t filled = 0; filled < size;) {
      head.resize(size);
      const std::size_t got = source->read(head.data() + filled, size - filled);
      filled += got;
      if (got == 0 || filled == size) {
        head.resize(filled);
        break;
      }
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Corruption) throw;
    head.clear();
  }
  return head;
}

std::string read_all(const std::string& path, std::uint64_t limit) {
  const auto source = open_bytes(path);
  return take(*source, limit + 1);
}

}  // namespace memfold::ingest
