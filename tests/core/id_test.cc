#include "memfold/id.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

TEST(Id, PrintsAndParses) {
  const Id id = derive_id("mina", "mail-1");
  EXPECT_EQ(to_string(id).size(), 32u);
  EXPECT_EQ(parse_id(to_string(id)), id);
  EXPECT_EQ(parse_id("00112233445566778899AABBCCDDEEFF"),
            parse_id("00112233445566778899aabbccddeeff"));
}

TEST(Id, P9_RefusesAnythingElse) {
  for (const char* text :
       {"", "0", "00112233445566778899aabbccddeef", "00112233445566778899aabbccddeeff0",
        "0x112233445566778899aabbccddeeff", "g0112233445566778899aabbccddeeff"}) {
    EXPECT_FALSE(parse_id(text)) << text;
  }
}

TEST(Id, P3_IsTheFirstHalfOfASha256OverLengthAndBytes) {
  // sha256(be64(4) "mina" be64(6) "mail-1"), computed once with another tool.
  EXPECT_EQ(to_string(derive_id("mina", "mail-1")), "f792aed30442d3fb5fe259c318156868");
}

TEST(Id, UserAndKeyDoNotRunIntoEachOther) {
  EXPECT_NE(derive_id("ab", "c"), derive_id("a", "bc"));
  EXPECT_NE(derive_id(std::string("a\0b", 3), "c"), derive_id("a", std::string("\0bc", 3)));
}

TEST(Id, ZeroMeansNone) {
  EXPECT_FALSE(Id{});
  EXPECT_TRUE(derive_id("", ""));
}

}  // namespace
}  // namespace memfold
