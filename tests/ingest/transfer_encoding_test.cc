#include "ingest/transfer_encoding.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

std::string base64(std::string_view text) {
  std::string out;
  decode_base64(text, out);
  return out;
}

std::string decode_quoted(std::string_view text) {
  std::string out;
  decode_quoted_printable(text, out);
  return out;
}

TEST(TransferEncoding, Base64) {
  EXPECT_EQ(base64("aGVsbG8gd29ybGQ="), "hello world");
  EXPECT_EQ(base64("aGVs\r\nbG8g\nd29y bGQ"), "hello world") << "line ends and lost padding";
  EXPECT_EQ(base64("aGk=aGk="), "hihi") << "encodings one after the other";
  EXPECT_EQ(base64("aGk=\r\naGk="), "hihi");
  EXPECT_EQ(base64("aGk= and so on\r\naGk="), "hihi") << "words behind the end";
  EXPECT_EQ(base64("a*G\xFFk="), "hi");
  EXPECT_EQ(base64("===="), "");
  EXPECT_EQ(base64("a"), "");
}

TEST(TransferEncoding, QuotedPrintable) {
  EXPECT_EQ(decode_quoted("caf=C3=A9 is =\nopen=3D"), "café is open=");
  EXPECT_EQ(decode_quoted("a=\r\nb =  \r\nc"), "ab c");
  EXPECT_EQ(decode_quoted("1 = 2 =ZZ ="), "1 = 2 =ZZ ");
}

TEST(TransferEncoding, NamesAndLimits) {
  EXPECT_EQ(decode_transfer("aGk=", " BASE64 ", 100), "hi");
  EXPECT_EQ(decode_transfer("a=3D", "Quoted-Printable", 100), "a=");
  EXPECT_EQ(decode_transfer("plain=3D", "8bit", 100), "plain=3D");
  EXPECT_EQ(decode_transfer("plain", "nonsense", 3), "pla");
  EXPECT_EQ(decode_transfer("begin 644 a\n#:&D*\n`\nend\n", "x-uuencode", 100), "hi\n");
  EXPECT_EQ(decode_transfer("", "base64", 0), "");
}

}  // namespace
}  // namespace memfold::ingest
