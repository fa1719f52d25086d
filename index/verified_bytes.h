// Bytes of a mapped file that are too many to be checked before they are used.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "memfold/error.h"

namespace memfold::index {

/// A file that is a copy of what the store holds does not verify: it is to be thrown away and what
/// was asked for read from the store.
class DamagedFile : public Error {
 public:
  explicit DamagedFile(const std::string& message) : Error(ErrorCode::Corruption, message) {}
};

/// Read in blocks: each is compared with its digest when something in it is asked for first, and
/// may be written to from then on. Safe for use from any thread while nobody writes.
class VerifiedBytes {
 public:
  static constexpr std::size_t kBlockBytes = 64 << 10;

  VerifiedBytes() = default;
  /// `bytes` are somebody else's; `digests` one a block, the last of which may be shorter.
  VerifiedBytes(std::span<std::byte> bytes, std::span<const std::uint64_t> digests);

  static std::uint64_t digest(std::span<const std::byte> block);

  std::size_t size() const { return bytes_.size(); }
  /// `count` bytes from `offset` on. Throws DamagedFile.
  std::byte* at(std::size_t offset, std::size_t count) const {
    const std::size_t end = offset + count;
    for (std::size_t block = offset / kBlockBytes; block * kBlockBytes < end; ++block) {
      if (seen_[block].load(std::memory_order_acquire) == 0) verify(block);
    }
    return bytes_.data() + offset;
  }
  /// Of what is noted here; the bytes themselves belong to the file.
  std::size_t memory_bytes() const { return digests_.size(); }

 private:
  void verify(std::size_t block) const;

  std::span<std::byte> bytes_;
  std::span<const std::uint64_t> digests_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> seen_;
};

}  // namespace memfold::index
