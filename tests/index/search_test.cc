// Search against brute force, for every kernel, serial and threaded.
#include "index/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "index/dispatch.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();

struct Rows {
  std::size_t dimension;
  std::vector<std::int16_t> values;
  std::vector<bool> live;
  std::vector<std::uint64_t> live_bits;
  std::vector<Segment> segments;

  /// Cut into segments of `segment_rows`, a multiple of 64; every `dead_every`-th row is dead.
  Rows(std::vector<std::int16_t> v, std::size_t dim, std::size_t segment_rows,
       std::size_t dead_every)
      : dimension(dim), values(std::move(v)), live(values.size() / dim, true) {
    live_bits.resize((live.size() + 63) / 64);
    for (std::size_t i = 0; i < live.size(); ++i) {
      if (dead_every != 0 && i % dead_every == 0) live[i] = false;
      if (live[i]) live_bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    for (std::size_t i = 0; i < live.size(); i += segment_rows) {
      segments.push_back({values.data() + i * dim, std::min(segment_rows, live.size() - i),
                          static_cast<Ordinal>(i)});
    }
  }
  SearchBase base() const { return {dimension, segments, live_bits}; }
};

void check(const Rows& rows, std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
           std::int32_t minimum) {
  std::vector<std::vector<Hit>> expected;
  for (std::size_t q = 0; q < n; ++q) {
    const auto query = queries.subspan(q * rows.dimension, rows.dimension);
    expected.push_back(brute_force(rows.values, rows.live, query, k, minimum));
  }
  for (const Kernels* kernels : available_kernels()) {
    for (const ParallelFor parallel : {serial_for, threaded_for}) {
      SCOPED_TRACE(std::string(kernels->name) + (parallel == serial_for ? " serial" : " threaded"));
      std::vector<std::vector<Hit>> hits(3, {{7, 7}});  // leftovers must not survive
      search_exactly(*kernels, parallel, rows.base(), queries, n, k, minimum, hits);
      ASSERT_EQ(hits.size(), n);
      for (std::size_t q = 0; q < n; ++q) ASSERT_EQ(hits[q], expected[q]) << "query " << q;
    }
  }
}

TEST(Search, EqualsBruteForceForAnyNumberOfRowsAndQueries) {
  std::mt19937 random(11);
  for (const std::size_t dimension : {1u, 31u, 64u}) {
    for (const std::size_t count : {1u, 31u, 32u, 33u, 100u, 1000u}) {
      const Rows rows(clustered_rows(count, dimension, random), dimension, 64, 0);
      for (const std::size_t n : {1u, 2u, 7u, 8u, 12u, 13u, 50u}) {
        SCOPED_TRACE(std::to_string(dimension) + " " + std::to_string(count) + " " +
                     std::to_string(n));
        check(rows, clustered_rows(n, dimension, random), n, 5, kLeast);
      }
    }
  }
}

TEST(Search, EqualsBruteForceWhenThreadsShareTheWork) {
  std::mt19937 random(12);
  constexpr std::size_t kDimension = 40;  // several groups, above the size threads are woken for
  const Rows rows(clustered_rows(13'000, kDimension, random), kDimension, 8192, 0);
  check(rows, clustered_rows(4, kDimension, random), 4, 10, kLeast);
  check(rows, clustered_rows(29, kDimension, random), 29, 24, kLeast);
}

// Enough queries, rows and dimensions for codes to be used as a filter.
TEST(Search, EqualsBruteForceBehindTheFilter) {
  std::mt19937 random(19);
  constexpr std::size_t kDimension = 67, kQueries = 101;
  for (const bool clustered : {true, false}) {
    auto values = clustered ? clustered_rows(12'345, kDimension, random)
                            : random_rows(12'345, kDimension, random);
    const Rows rows(std::move(values), kDimension, 4096, 11);
    check(rows, clustered_rows(kQueries, kDimension, random), kQueries, 7, kLeast);
    check(rows, std::span(rows.values).last(kQueries * kDimension), kQueries, 24, 1);
  }
}

TEST(Search, RowsThatAreNoUnitVectorsPassTheFilterWhole) {
  std::mt19937 random(20);
  constexpr std::size_t kDimension = 64, kQueries = 100;
  auto values = random_rows(8000, kDimension, random);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i / kDimension % 700 == 3) {
      values[i] = static_cast<std::int16_t>(std::clamp(values[i] * 2, -32768, 32767));
    }
  }
  const Rows rows(std::move(values), kDimension, 4096, 0);
  check(rows, random_rows(kQueries, kDimension, random), kQueries, 5, kLeast);
}

TEST(Search, EqualDotsComeInAscendingOrdinals) {
  constexpr std::size_t kDimension = 16;
  std::mt19937 random(13);
  const auto one = random_rows(1, kDimension, random);
  std::vector<std::int16_t> same;
  for (std::size_t i = 0; i < 20'000; ++i) same.insert(same.end(), one.begin(), one.end());
  std::vector<std::int16_t> queries;
  for (std::size_t i = 0; i < 13; ++i) queries.insert(queries.end(), one.begin(), one.end());
  check(Rows(same, kDimension, 4096, 3), queries, 13, 33, kLeast);
}

TEST(Search, DeadRowsAreNeverReturned) {
  std::mt19937 random(14);
  const Rows most(clustered_rows(700, 24, random), 24, 128, 2);
  check(most, std::span(most.values).first(24 * 20), 20, 16, kLeast);
  const Rows none(clustered_rows(100, 24, random), 24, 64, 1);
  check(none, std::span(none.values).first(24 * 20), 20, 16, kLeast);
}

TEST(Search, RowsBelowTheMinimumAreLeftOut) {
  std::mt19937 random(15);
  const Rows rows(clustered_rows(300, 32, random), 32, 64, 7);
  const auto queries = std::span(rows.values).first(32 * 14);
  for (const std::int32_t minimum :
       {kLeast, 0, 1, 1 << 27, std::numeric_limits<std::int32_t>::max()}) {
    check(rows, queries, 14, 40, minimum);
    check(rows, queries.first(32), 1, 40, minimum);
  }
}

TEST(Search, MoreThanThereIsGivesAllThereIs) {
  std::mt19937 random(16);
  const Rows rows(clustered_rows(77, 32, random), 32, 64, 5);
  check(rows, std::span(rows.values).first(32 * 14), 14, 1'000'000'000, kLeast);
  check(rows, std::span(rows.values).first(32), 1, 77, kLeast);
}

TEST(Search, NothingAskedOrNothingThereGivesNothing) {
  std::mt19937 random(17);
  const Rows rows(random_rows(40, 8, random), 8, 64, 0);
  check(rows, std::span(rows.values).first(8 * 3), 3, 0, kLeast);
  check(rows, {}, 0, 5, kLeast);
  const Rows empty({}, 8, 64, 0);
  check(empty, std::span(rows.values).first(8 * 3), 3, 5, kLeast);
}

TEST(Search, ManyHitsAreFoundInSeveralPasses) {
  std::mt19937 random(18);
  constexpr std::size_t kRows = 40'000, kQueries = 61;  // 61 x 2 x 40,000 hits exceed one pass
  const Rows rows(random_rows(kRows, 4, random), 4, 32768, 0);
  const auto queries = random_rows(kQueries, 4, random);
  std::vector<std::vector<Hit>> hits;
  search_exactly(*available_kernels().back(), threaded_for, rows.base(), queries, kQueries, kRows,
                 kLeast, hits);
  for (const std::size_t q : {0u, 47u, 48u, 59u, 60u}) {
    EXPECT_EQ(hits[q], brute_force(rows.values, rows.live, std::span(queries).subspan(q * 4, 4),
                                   kRows, kLeast));
  }
}

}  // namespace
}  // namespace memfold::index
