#include "ingest/from_line.h"

#include <gtest/gtest.h>

namespace memfold::ingest {
namespace {

TEST(FromLine, ReadsTheDatesOfEveryMailer) {
  const char* const kLines[] = {
      "From mina@example.com Mon Jan  5 00:05:31 2026",
      "From mina@example.com Mon Jan 05 00:05:31 2026\r\n",
      "From 185@xxx Mon Jan 05 00:05:31 +0000 2026",
      "From \"Kim Mina\"@example.com Mon Jan  5 00:05:31 UTC 2026",
      "From mina@example.com Mon, 5 Jan 2026 09:05:31 +0900",
      "From mina Mon Jan  5 00:05:31 2026 remote from gateway",
      "From  Mon Jan  5 00:05:31 2026",
  };
  for (const char* line : kLines) {
    const auto from = parse_from_line(line);
    ASSERT_TRUE(from) << line;
    ASSERT_TRUE(from->date) << line;
    EXPECT_EQ(to_string(*from->date), "2026-01-05T00:05:31Z") << line;
  }
}

TEST(FromLine, ASentenceIsNone) {
  for (const char* line :
       {"From here on, everything changes.", "From Monday we work at home", "From Mon to Fri 10:00",
        "From what Mina said on Mon Jan 5 at noon, no",
        "from mina@example.com Mon Jan  5 00:05:31 2026", "From ",
        "From a@example.com Mon Jan 32 00:05:31 2026", "From a@example.com Mon Jan  5 2026"}) {
    EXPECT_FALSE(parse_from_line(line)) << line;
  }
  EXPECT_FALSE(parse_from_line("From " + std::string(5000, 'x') + " Mon Jan  5 00:05:31 2026"));
}

TEST(FromLine, KnowsTheLineOfAFormattedPatch) {
  const auto from = parse_from_line("From " + std::string(40, 'a') + " Mon Sep 17 00:00:00 2001");
  ASSERT_TRUE(from);
  EXPECT_TRUE(from->format_patch);
  EXPECT_FALSE(from->date) << "git's fixed date says nothing";
}

TEST(FromLine, UnquotingTakesOneMarkOfQuotedFromLinesOnly) {
  const auto unquoted = [](std::string text) {
    unquote_from_lines(text);
    return text;
  };
  EXPECT_EQ(unquoted(">From a\n>>From b\nx >From c\n>>>From d"),
            "From a\n>From b\nx >From c\n>>From d");
  EXPECT_EQ(unquoted("> From a\n>FROM b\n>From"), "> From a\n>FROM b\n>From");
  EXPECT_EQ(unquoted(""), "");
}

}  // namespace
}  // namespace memfold::ingest
