#include "remote/meter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace memfold::remote {
namespace {

TEST(Histogram, IsEmptyAtFirst) {
  EXPECT_EQ(Histogram().percentile(0.5), 0u);
}

TEST(Histogram, PercentilesLieWithinAnEighthAboveTheSortedValue) {
  std::mt19937_64 random(7);
  for (const int bits : {1, 8, 20, 40, 63}) {
    Histogram histogram;
    std::vector<std::uint64_t> values;
    for (int i = 0; i < 1001; ++i) {
      values.push_back(random() >> (64 - bits));
      histogram.add(values.back());
    }
    std::sort(values.begin(), values.end());
    for (const auto& [share, rank] : {std::pair{0.5, 500}, {0.95, 950}, {1.0, 1000}}) {
      const std::uint64_t exact = values[std::size_t(rank)];
      EXPECT_GE(histogram.percentile(share), exact) << bits;
      EXPECT_LE(double(histogram.percentile(share)), double(exact) * 1.125 + 1) << bits;
    }
    EXPECT_EQ(histogram.max(), values.back());
  }
}

TEST(Histogram, TakesTheLargestValueThereIs) {
  Histogram histogram;
  histogram.add(~std::uint64_t{0});
  EXPECT_EQ(histogram.percentile(0.5), ~std::uint64_t{0});
}

TEST(Meter, AddsUp) {
  Meter meter;
  meter.add(&EndpointCounters::calls);
  meter.add(&EndpointCounters::prompt_tokens, 12);
  meter.add_latency(5);
  meter.add_latency(7);
  meter.add_latency(-3);  // a clock of the host's own may do anything
  const EndpointCounters counters = meter.counters();
  EXPECT_EQ(counters.calls, 1u);
  EXPECT_EQ(counters.prompt_tokens, 12u);
  EXPECT_EQ(counters.answers, 3u);
  EXPECT_EQ(counters.latency_sum, 12u);
  EXPECT_EQ(counters.latency_max, 7u);
  EXPECT_EQ(counters.latency_p50, 5u);
  EXPECT_EQ(counters.latency_p95, 7u);
}

}  // namespace
}  // namespace memfold::remote
