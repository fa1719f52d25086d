#include "core/hash.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

std::string hex(const Sha256::Digest& digest) {
  return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

TEST(Sha256, AgreesWithThePublishedVectors) {  // FIPS 180-4 examples
  EXPECT_EQ(hex(Sha256().finish()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(Sha256().raw("abc").finish()),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, FieldsDoNotRunIntoEachOther) {
  EXPECT_NE(hex(Sha256().field("ab").field("c").finish()),
            hex(Sha256().field("a").field("bc").finish()));
}

TEST(Hash64, P3_IsTheSameOnEveryMachine) {
  // XXH3 of the empty input and of "memfold", fixed when the format was.
  EXPECT_EQ(hash64(""), 0x2d06800538d394c2ull);
  EXPECT_EQ(hash64("memfold"), hash64(std::string("mem") + "fold"));
  EXPECT_NE(hash64("memfold", 1), hash64("memfold", 2));
}

}  // namespace
}  // namespace memfold
