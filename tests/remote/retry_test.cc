#include "remote/retry.h"

#include <gtest/gtest.h>

namespace memfold::remote {
namespace {

const Time kNow = *parse_time("2026-03-01T12:00:00Z");

TEST(RetryAfter, IsSecondsOrADate) {
  EXPECT_EQ(parse_retry_after(" 7\r\n", kNow), 7000);
  EXPECT_EQ(parse_retry_after("0", kNow), 0);
  EXPECT_EQ(parse_retry_after("Sun, 01 Mar 2026 12:00:30 GMT", kNow), 30'000);
  EXPECT_EQ(parse_retry_after("Sunday, 01-Mar-26 12:01:00 GMT", kNow), 60'000);
  EXPECT_EQ(parse_retry_after("Sun, 01 Mar 2026 11:00:00 GMT", kNow), 0) << "gone by";
  EXPECT_GT(parse_retry_after("99999999999999999999999", kNow), 0) << "does not overflow";
}

TEST(RetryAfter, AnythingElseAsksForNothing) {
  for (const char* header : {"", "  ", "soon", "-5", "1.5 parsecs", "\xff"}) {
    EXPECT_FALSE(parse_retry_after(header, kNow)) << header;
  }
}

TEST(RetryDelay, GrowsExponentiallyUpToItsLimitAndIsJitteredInFull) {
  RemoteOptions options;
  options.backoff_ms = 100;
  options.backoff_max_ms = 1000;
  const std::int64_t ceilings[] = {100, 200, 400, 800, 1000, 1000};
  for (int retry = 1; retry <= 6; ++retry) {
    EXPECT_EQ(retry_delay(options, retry, 0, {}), 0);
    EXPECT_EQ(retry_delay(options, retry, 0.5, {}), ceilings[retry - 1] / 2);
  }
  EXPECT_EQ(retry_delay(options, 100, 0.5, {}), 500);
}

TEST(RetryDelay, IsNotShorterThanAskedForUpToACap) {
  RemoteOptions options;
  options.backoff_ms = 100;
  options.retry_after_max_ms = 5000;
  EXPECT_EQ(retry_delay(options, 1, 0.5, 3000), 3000);
  EXPECT_EQ(retry_delay(options, 1, 0.5, 10), 50);
  EXPECT_EQ(retry_delay(options, 1, 0.5, 60'000), 5000);
}

}  // namespace
}  // namespace memfold::remote
