#include "storage/value_codec.h"

#include <cstdint>

#include "core/hash.h"
#include "memfold/error.h"

namespace memfold::storage {
namespace {

std::uint32_t checksum(Family family, std::string_view key, std::string_view payload) {
  const std::uint64_t place = hash64(key, static_cast<std::uint64_t>(family));
  return static_cast<std::uint32_t>(hash64(payload, place));
}

}  // namespace

void seal(Family family, std::string_view key, std::string_view payload, std::string& out) {
  const std::uint32_t sum = checksum(family, key, payload);
  out.append(payload);
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(sum >> shift));
}

std::string_view unseal(Family family, std::string_view key, std::string_view stored,
                        std::string& scratch) {
  if (stored.size() < kSealBytes) {
    throw Error(ErrorCode::Corruption, "the value is too short for a checksum");
  }
  const std::string_view payload = stored.substr(0, stored.size() - kSealBytes);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < kSealBytes; ++i) {
    sum |= std::uint32_t{static_cast<unsigned char>(stored[payload.size() + i])} << (8 * i);
  }
  if (sum != checksum(family, key, payload)) {
    throw Error(ErrorCode::Corruption, "the value's checksum does not match");
  }
  if (reinterpret_cast<std::uintptr_t>(payload.data()) % 8 == 0) return payload;
  scratch.assign(payload);
  return scratch;
}

}  // namespace memfold::storage
