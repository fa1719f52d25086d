#include "ingest/mail_date.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

std::string show(std::string_view value) {
  const auto date = parse_mail_date(value);
  return date ? to_string(date->time) + " " + std::to_string(date->utc_offset_minutes) : "none";
}

TEST(MailDate, FormsFoundInTheWild) {
  EXPECT_EQ(show("Mon, 5 Jan 2026 09:05:31 +0900"), "2026-01-05T00:05:31Z 540");
  EXPECT_EQ(show(" 5 Jan 2026 09:05 +0900 (KST)"), "2026-01-05T00:05:00Z 540");
  EXPECT_EQ(show("Mon, 05 Jan 2026 00:05:31 GMT"), "2026-01-05T00:05:31Z 0");
  EXPECT_EQ(show("Mon, 5 Jan 26 10:05:31 EST"), "2026-01-05T15:05:31Z -300");
  EXPECT_EQ(show("Mon Jan  5 00:05:31 2026"), "2026-01-05T00:05:31Z 0");
  EXPECT_EQ(show("Monday, 5-Jan-2026 00:05:31 +0000"), "2026-01-05T00:05:31Z 0");
  EXPECT_EQ(show("Thu, 22 Aug 102 07:06:40 -0000"), "2002-08-22T07:06:40Z 0");
  EXPECT_EQ(show("Mon, 5 Jan 2026 09:05:31 +09:00"), "2026-01-05T00:05:31Z 540");
  EXPECT_EQ(show("Mon,5 Jan 2026\r\n 09:05:31\t+0900"), "2026-01-05T00:05:31Z 540");
}

TEST(MailDate, WhatIsNoDate) {
  for (const char* text :
       {"", "yesterday", "Mon, 32 Jan 2026 09:05:31 +0900", "5 Jan 2026",
        "Mon, 30 Feb 2026 09:05:31 +0900", "25:61:00 1 Jan 2026", "((((", ",,,,"}) {
    EXPECT_EQ(show(text), "none") << text;
  }
}

}  // namespace
}  // namespace memfold::ingest
