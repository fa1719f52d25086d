// The test vectors of RFC 4648, every byte, and what is not base64.
#include "core/base64.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

TEST(Base64, AgreesWithTheStandardsExamples) {
  const std::pair<const char*, const char*> rows[] = {{"", ""},
                                                      {"f", "Zg=="},
                                                      {"fo", "Zm8="},
                                                      {"foo", "Zm9v"},
                                                      {"foob", "Zm9vYg=="},
                                                      {"fooba", "Zm9vYmE="},
                                                      {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : rows) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, KeepsEveryByteOfLongTexts) {
  std::string bytes;
  for (std::size_t i = 0; i < (std::size_t{7} << 20) + 1; ++i) bytes += char(i * 31 % 256);
  EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
}

TEST(Base64, RefusesWhatIsNone) {
  for (const char* text : {"Zg", "Zg=", "Z===", "=Zg=", "Zg==Zg==", "Zm 9", "Zm9\n", "가나"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace memfold
