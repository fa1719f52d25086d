#include "ingest/charset.h"

#include <gtest/gtest.h>

#include "core/text.h"

namespace memfold::ingest {
namespace {

struct EncodedText {
  const char* charset;
  std::string bytes;
  const char* text;
};

const std::string kCp949 =
    "\xbf\xb9\xbb\xea\xc0\xbb \xc8\xae\xc0\xce\xc7\xd8 \xc1\xd6\xbc\xbc\xbf\xe4";
const std::string kUhc = "\x94\xee\xbc\x84 \xc8\xb8\xc0\xc7";  // syllables outside of KS X 1001
const std::string kIsoKr =
    "\x1b$)C\x0e\x48\x38\x40\x47\x34\x42\x0f \x0e\x3f\x79\x3f\x64\x40\x4f\x0f";

TEST(Charset, ReadsWhatIsDeclared) {
  const EncodedText kCases[] = {
      {"EUC-KR", kCp949, "예산을 확인해 주세요"},
      {"euc-kr", kUhc, "뷁펲 회의"},
      {"ks_c_5601-1987", kUhc, "뷁펲 회의"},
      {"\"CP949\"", kCp949, "예산을 확인해 주세요"},
      {"ISO-2022-KR", kIsoKr, "회의는 월요일"},
      {"gb2312", "\xbb\xe1\xd2\xe9\xd4\xda\xd6\xdc\xd2\xbb", "会议在周一"},
      {"Shift_JIS", "\x89\xef\x8b\x63\x82\xcd\x8c\x8e\x97\x6a\x93\xfa", "会議は月曜日"},
      {"iso-2022-jp", "\x1b$B2q5D\x1b(B", "会議"},
      {"windows-1251", "\xe2\xf1\xf2\xf0\xe5\xf7\xe0", "встреча"},
      {"cp1251", "\xe2\xf1\xf2\xf0\xe5\xf7\xe0", "встреча"},
      {"ISO-8859-1", "caf\xe9 \x96 d\xe9j\xe0", "café – déjà"},
      {"utf-8", "회의", "회의"},
  };
  for (const EncodedText& c : kCases) EXPECT_EQ(to_utf8(c.bytes, c.charset), c.text) << c.charset;
}

TEST(Charset, StretchesWithoutCharactersAreNoDamage) {
  EXPECT_EQ(to_utf8("\x1b$B2q\x1b(B\x1b$B5D\x1b(B", "iso-2022-jp"), "会議") << "two encoded words";
  EXPECT_EQ(to_utf8("\x1b$)C\x0e\x48\x38\x0f\x0e\x40\x47\x0f", "iso-2022-kr"), "회의");
  EXPECT_EQ(to_utf8(kIsoKr + kIsoKr, "iso-2022-kr"), "회의는 월요일회의는 월요일");
}

TEST(Charset, GuessesWhereNothingUsefulIsDeclared) {
  for (const char* charset : {"", "us-ascii", "unknown-8bit", "x-nonsense", "default_charset"}) {
    EXPECT_EQ(to_utf8("회의는 3시", charset), "회의는 3시") << charset;
    EXPECT_EQ(to_utf8(kCp949, charset), "예산을 확인해 주세요") << charset;
    EXPECT_EQ(to_utf8("caf\xe9 d\xe9j\xe0 vu", charset), "café déjà vu") << charset;
  }
  EXPECT_EQ(to_utf8(kIsoKr, ""), "회의는 월요일");
}

TEST(Charset, WrongDeclarationsGiveWayToTheBytes) {
  EXPECT_EQ(to_utf8("예산 확정", "iso-8859-1"), "예산 확정");
  EXPECT_EQ(to_utf8("예산 확정", "euc-kr"), "예산 확정");
  EXPECT_EQ(to_utf8(kCp949, "iso-8859-1"), "예산을 확인해 주세요");
  EXPECT_EQ(to_utf8(kCp949, "utf-8"), "예산을 확인해 주세요");
  EXPECT_EQ(to_utf8("\x48\x38\x40", "iso-2022-kr"), "H8@") << "no shift, so it is plain text";
}

TEST(Charset, TheResultIsAlwaysValid) {
  for (int lead = 0; lead < 256; ++lead) {
    for (const char* charset : {"", "utf-8", "euc-kr", "gb18030", "iso-2022-kr", "utf-7", "utf-16",
                                "hz-gb-2312", "big5", "windows-1252"}) {
      std::string bytes = "a";
      for (int i = 0; i < 40; ++i) bytes.push_back(static_cast<char>(lead * (i + 1) + i * 7));
      const std::string text = to_utf8(bytes, charset);
      EXPECT_TRUE(is_valid_utf8(text)) << charset << " " << lead;
      EXPECT_EQ(text.find('\0'), std::string::npos) << charset;
    }
  }
  EXPECT_EQ(to_utf8(std::string("a\0b", 3), "us-ascii"), "ab");
}

TEST(Charset, AsciiIsRecognisedAtEveryLength) {
  for (std::size_t size = 1; size < 100; ++size) {
    std::string bytes(size, 'a');
    EXPECT_TRUE(is_ascii(bytes));
    for (std::size_t at = 0; at < size; ++at) {
      bytes[at] = '\x80';
      EXPECT_FALSE(is_ascii(bytes)) << size << " " << at;
      bytes[at] = 'a';
    }
  }
}

}  // namespace
}  // namespace memfold::ingest
