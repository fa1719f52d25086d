#include "storage/sync_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "core/hash.h"
#include "memfold/error.h"
#include "storage/store_directory.h"

namespace memfold::storage {
namespace {

/// A number and its checksum, in this machine's byte order: the file never leaves its store.
/// Writes go to the two slots in turn, so that a torn one leaves the number before it.
struct Slot {
  std::uint64_t number = 0, check = 0;
};
constexpr std::size_t kSlots = 2;
constexpr std::uint64_t kCheckSeed = 0x5359'4e43'4544;  // "SYNCED"

std::uint64_t check_of(std::uint64_t number) {
  return hash64({reinterpret_cast<const char*>(&number), sizeof number}, kCheckSeed);
}

std::string file_of(const std::string& path) {
  return path + "/" + std::string(SyncMark::kFileName);
}

[[noreturn]] void throw_io(const std::string& file, const char* doing) {
  throw Error(ErrorCode::Io,
              std::string("cannot ") + doing + " " + file + ": " + std::strerror(errno));
}

}  // namespace

std::optional<std::uint64_t> SyncMark::read(const std::string& path) {
  const std::string file = file_of(path);
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0 && errno == ENOENT) return std::nullopt;
  if (handle < 0) throw_io(file, "open");
  std::array<Slot, kSlots> slots{};
  const ssize_t count = ::pread(handle, slots.data(), sizeof slots, 0);
  const int error = errno;
  ::close(handle);
  errno = error;
  if (count < 0) throw_io(file, "read");
  std::optional<std::uint64_t> number;
  for (std::size_t i = 0; i < std::size_t(count) / sizeof(Slot); ++i) {
    if (slots[i].check == check_of(slots[i].number)) {
      number = std::max(number.value_or(0), slots[i].number);
    }
  }
  if (!number) {
    throw Error(ErrorCode::Corruption, file + " is damaged: it says no more what was synced");
  }
  return number;
}

SyncMark::SyncMark(const std::string& path, std::uint64_t number, bool replace)
    : file_(file_of(path)) {
  handle_ = ::open(file_.c_str(), O_RDWR | O_CLOEXEC);
  if (handle_ >= 0 && !replace) return;
  if (handle_ < 0) handle_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (handle_ < 0) throw_io(file_, "create");
  // Both slots at once: a lower number than before must not lose against the other slot's.
  std::array<Slot, kSlots> slots;
  slots.fill({number, check_of(number)});
  const bool written =
      ::pwrite(handle_, slots.data(), sizeof slots, 0) == sizeof slots && ::fsync(handle_) == 0;
  if (!written) {
    const int error = errno;
    ::close(handle_);
    errno = error;
    throw_io(file_, "write");
  }
  sync_directory(path);
}

SyncMark::~SyncMark() {
  ::close(handle_);
}

void SyncMark::write(std::uint64_t number) {
  const Slot slot{number, check_of(number)};
  const auto at = static_cast<off_t>(number % kSlots * sizeof slot);
  if (::pwrite(handle_, &slot, sizeof slot, at) != sizeof slot) throw_io(file_, "write");
}

}  // namespace memfold::storage
