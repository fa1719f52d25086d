#include "index/verified_bytes.h"

#include <algorithm>
#include <string_view>

#include "core/hash.h"

namespace memfold::index {

VerifiedBytes::VerifiedBytes(std::span<std::byte> bytes, std::span<const std::uint64_t> digests)
    : bytes_(bytes), digests_(digests) {
  const std::size_t blocks = (bytes.size() + kBlockBytes - 1) / kBlockBytes;
  if (blocks != digests.size()) throw DamagedFile("not as many digests as blocks");
  seen_ = std::make_unique<std::atomic<std::uint8_t>[]>(blocks);
}

std::uint64_t VerifiedBytes::digest(std::span<const std::byte> block) {
  return hash64({reinterpret_cast<const char*>(block.data()), block.size()});
}

void VerifiedBytes::verify(std::size_t block) const {
  const std::size_t begin = block * kBlockBytes;
  const auto bytes = bytes_.subspan(begin, std::min(kBlockBytes, bytes_.size() - begin));
  if (digest(bytes) != digests_[block]) {
    throw DamagedFile("block " + std::to_string(block) + " does not match its digest");
  }
  seen_[block].store(1, std::memory_order_release);
}

}  // namespace memfold::index
