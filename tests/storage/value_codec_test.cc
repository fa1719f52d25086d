#include "storage/value_codec.h"

#include <gtest/gtest.h>

#include "memfold/error.h"

namespace memfold::storage {
namespace {

std::string sealed(Family family, std::string_view key, std::string_view payload) {
  std::string out;
  seal(family, key, payload, out);
  return out;
}

TEST(ValueCodec, ReturnsWhatWasSealedAtAnyAlignment) {
  std::string scratch;
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string payload(size, 'p');
    for (std::size_t shift = 0; shift < 8; ++shift) {
      const std::string stored = std::string(shift, ' ') + sealed(Family::Log, "key", payload);
      const std::string_view read =
          unseal(Family::Log, "key", std::string_view(stored).substr(shift), scratch);
      EXPECT_EQ(read, payload);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(read.data()) % 8, 0u);
    }
  }
}

TEST(ValueCodec, AppendsToWhatIsThere) {
  std::string out = "before";
  seal(Family::Memories, "k", "payload", out);
  EXPECT_EQ(out.size(), 6 + 7 + kSealBytes);
  EXPECT_EQ(out.substr(0, 13), "beforepayload");
}

TEST(ValueCodec, RefusesEveryFlippedBit) {
  std::string scratch;
  const std::string stored = sealed(Family::Memories, "key", "예산 5천만 원");
  for (std::size_t bit = 0; bit < stored.size() * 8; ++bit) {
    std::string damaged = stored;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    EXPECT_THROW(unseal(Family::Memories, "key", damaged, scratch), Error) << "bit " << bit;
  }
}

TEST(ValueCodec, RefusesAnotherKeyOrFamilyOrLength) {
  std::string scratch;
  const std::string stored = sealed(Family::Memories, "key", "payload");
  EXPECT_THROW(unseal(Family::Memories, "kez", stored, scratch), Error);
  EXPECT_THROW(unseal(Family::Log, "key", stored, scratch), Error);
  for (std::size_t size = 0; size < stored.size(); ++size) {
    EXPECT_THROW(unseal(Family::Memories, "key", stored.substr(0, size), scratch), Error);
  }
}

}  // namespace
}  // namespace memfold::storage
