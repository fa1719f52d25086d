#include "ingest/header_list.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

TEST(HeaderList, FindsFoldedHeadersAndTheBody) {
  const HeaderList headers(
      "Subject: one\n two\r\n\tthree\nX-Empty:\nnot a header\n more of it\nTo: a\n\nbody\n");
  EXPECT_EQ(unfold(headers.get("subject")), "one two three");
  ASSERT_NE(headers.find("x-empty"), nullptr);
  EXPECT_EQ(unfold(headers.get("X-Empty")), "");
  EXPECT_EQ(headers.find("not a header"), nullptr);
  EXPECT_EQ(unfold(headers.get("To")), "a");
  EXPECT_EQ(headers.body(), "body\n");
  EXPECT_EQ(HeaderList("Subject: no body").get("Subject"), " no body");
  EXPECT_TRUE(HeaderList("\nSubject: x").all().empty());
}

TEST(HeaderList, CountIsBounded) {
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "X: " + std::to_string(i) + "\n";
  many += "\nbody";
  const HeaderList headers(many);
  EXPECT_EQ(headers.all().size(), kMaxHeaders);
  EXPECT_EQ(headers.body(), "body");
}

TEST(DecodeHeader, EncodedWords) {
  EXPECT_EQ(decode_header(" =?utf-8?Q?Caf=C3=A9_men=C3=BC?= today"), "Café menü today");
  EXPECT_EQ(decode_header("=?ks_c_5601-1987?B?W7D4wfZdIJTuIMi4wMc=?="), "[공지] 뷁 회의");
  EXPECT_EQ(decode_header("=?EUC-KR?B?v7m76iDIrsGk?="), "예산 확정");
  EXPECT_EQ(decode_header("=?cp949?Q?=BF=B9=BB=EA_=C8=AE=C1=A4?="), "예산 확정");
  EXPECT_EQ(
      decode_header("=?ISO-2022-KR?B?GyQpQw5IOEBHNEIP?=\n =?ISO-2022-KR?B?GyQpQw4/eT9kQE8P?="),
      "회의는월요일");
  EXPECT_EQ(decode_header("=?windows-1250?Q?=9Aesti?= =?windows-1252?Q?_=80?="), "šesti €");
  EXPECT_EQ(decode_header("=?gb2312?B?u+HS6Q==?="), "会议");
  EXPECT_EQ(decode_header("=?UTF-8?B?7ZqM7A==?=\n =?utf-8?b?nZgg7J287KCVIOuzgOqyvQ==?="),
            "회의 일정 변경")
      << "a character split between two words";
  EXPECT_EQ(decode_header("=?utf-8?B?7ZqM7J2Y?="), "회의");
  EXPECT_EQ(decode_header("=?utf-8?B?7ZqM7J2YMQ?="), "회의1") << "padding lost";
  EXPECT_EQ(decode_header("a =?utf-8*ko?Q?b?= c"), "a b c");
  EXPECT_EQ(decode_header("=?utf-8?Q?a?= =?utf-8?Q?b?="), "ab");
}

TEST(DecodeHeader, WhatIsNoEncodedWordStays) {
  for (const char* text :
       {"=?utf-8?X?abc?=", "=?utf-8?Q?unfinished", "=?=?=?", "2 =? 3", "=?a?b"}) {
    EXPECT_EQ(decode_header(text), text);
  }
  EXPECT_EQ(decode_header("\xbf\xb9\xbb\xea \xc8\xae\xc1\xa4"), "예산 확정") << "raw CP949";
  EXPECT_EQ(decode_header("=?utf-8?Q?a=0Ab?="), "a b") << "no line end can be smuggled in";
}

TEST(ParseParameters, TokensAndValues) {
  const ParameterValue value = parse_parameters(
      " Text/Plain; charset=\"utf-8\";\r\n FORMAT=flowed ; name=\"a;\\\"b\\\".txt\"; x");
  EXPECT_EQ(value.token, "text/plain");
  EXPECT_EQ(value.get("charset"), "utf-8");
  EXPECT_EQ(value.get("format"), "flowed");
  EXPECT_EQ(value.get("name"), "a;\"b\".txt");
  EXPECT_EQ(value.get("missing"), "");
  EXPECT_EQ(parse_parameters("").token, "");
  EXPECT_EQ(parse_parameters("a/b;=;;==;\"").token, "a/b");
}

}  // namespace
}  // namespace memfold::ingest
