#include "memfold/time.h"

#include <gtest/gtest.h>

namespace memfold {
namespace {

TEST(Time, PrintsUtc) {
  EXPECT_EQ(to_string(Time{0}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(to_string(Time{1'500'000}), "1970-01-01T00:00:01.500000Z");
  EXPECT_EQ(to_string(Time{-1}), "1969-12-31T23:59:59.999999Z");
}

TEST(Time, ReadsAnyOffset) {
  EXPECT_EQ(parse_time("2026-01-22T14:00:00+09:00"), parse_time("2026-01-22T05:00:00Z"));
  EXPECT_EQ(parse_time("2026-01-22T00:30:00-05:30"), parse_time("2026-01-22T06:00:00Z"));
  EXPECT_EQ(parse_time("2026-01-22"), parse_time("2026-01-22T00:00:00Z"));
  EXPECT_EQ(parse_time("2026-01-22t05:00:00.25z")->micros % kMicrosPerSecond, 250'000);
}

TEST(Time, WhatItPrintsItReads) {
  for (const std::int64_t micros :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1'768'000'000'123'456},
        std::int64_t{-62'135'596'800'000'000}}) {
    EXPECT_EQ(parse_time(to_string(Time{micros})), Time{micros});
  }
}

TEST(Time, P9_RefusesAnythingElse) {
  for (const char* text :
       {"", "2026", "2026-13-01", "2026-02-30", "2026-1-1", "2026-01-22T25:00:00Z",
        "2026-01-22T14:00:00", "2026-01-22T14:00Z", "2026-01-22T14:00:00+0900",
        "2026-01-22T14:00:00Zx", "2026-01-22T14:00:00.Z", "0000-01-01", "yesterday",
        "99999-01-01T00:00:00Z"}) {
    EXPECT_FALSE(parse_time(text)) << text;
  }
}

}  // namespace
}  // namespace memfold
