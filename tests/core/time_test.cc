#include "memfold/time.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <limits>
#include <random>

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

TEST(Time, PrintsWhatTheLibraryOfCPrints) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<std::int64_t> seconds(-62'135'596'800, 253'402'300'799);
  for (int i = 0; i < 10'000; ++i) {
    const std::time_t time = seconds(random);
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[40];
    std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900,
                  parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
    EXPECT_EQ(to_string(Time{time * kMicrosPerSecond}), text);
  }
}

TEST(Time, WhatIsBeyondTheYearsThatPrintIsTheNearestThatDoes) {
  EXPECT_EQ(to_string(Time{std::numeric_limits<std::int64_t>::min()}), "0001-01-01T00:00:00Z");
  EXPECT_EQ(to_string(Time{std::numeric_limits<std::int64_t>::max()}),
            "9999-12-31T23:59:59.999999Z");
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
