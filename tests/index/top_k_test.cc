// Search equals brute force: every kernel, serial and threaded, ties, tombstones, odd sizes.
#include "index/top_k.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "memfold/models.h"

namespace memfold::index {
namespace {

/// Small integer rows: many equal products, so that ties are common.
std::vector<std::int16_t> coarse_rows(std::mt19937_64& random, std::size_t n, std::size_t d) {
  std::vector<std::int16_t> rows(n * d);
  for (std::int16_t& value : rows) value = std::int16_t(int(random() % 5) - 2);
  return rows;
}

std::vector<std::vector<Hit>> brute_force(const RowSet& set, std::span<const std::int16_t> queries,
                                          std::size_t n, std::size_t k, std::int32_t minimum) {
  std::vector<std::vector<Hit>> hits(n);
  for (std::size_t q = 0; q < n; ++q) {
    for (std::size_t r = 0; r < set.count; ++r) {
      std::int32_t dot = 0;
      for (std::size_t j = 0; j < set.dimension; ++j) {
        dot += std::int32_t{queries[q * set.dimension + j]} * set.rows[r * set.dimension + j];
      }
      if (!set.dead[r] && dot >= minimum) hits[q].push_back({Ordinal(r), dot});
    }
    std::stable_sort(hits[q].begin(), hits[q].end(),
                     [](const Hit& a, const Hit& b) { return a.dot > b.dot; });
    if (hits[q].size() > k) hits[q].resize(k);
  }
  return hits;
}

void threaded_for(std::size_t count, void (*body)(void*, std::size_t), void* context) {
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 3; ++t) {
    threads.emplace_back([=] {
      for (std::size_t i = t; i < count; i += 3) body(context, i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// Tasks in reverse: what pruning learns arrives in another order.
void reversed_for(std::size_t count, void (*body)(void*, std::size_t), void* context) {
  for (std::size_t i = count; i-- > 0;) body(context, i);
}

class EveryKernel : public testing::TestWithParam<const Kernels*> {};

TEST_P(EveryKernel, EqualsBruteForce) {
  std::mt19937_64 random(4);
  for (const std::size_t count : {1, 31, 32, 33, 100, 1023, 1025, 3000}) {
    for (const std::size_t n : {1, 5, 6, 13, 30}) {
      const std::size_t d = 1 + random() % 20, k = 1 + random() % 20;
      const auto rows = coarse_rows(random, count, d), queries = coarse_rows(random, n, d);
      std::vector<bool> dead(count);
      for (std::size_t i = 0; i < count; ++i) dead[i] = random() % 4 == 0;
      const RowSet set{rows.data(), count, d, dead};
      const auto minimum = std::int32_t(int(random() % 10) - 5);
      const auto expected = brute_force(set, queries, n, k, minimum);
      for (const ParallelFor parallel : {serial_for, threaded_for, reversed_for}) {
        std::vector<std::vector<Hit>> hits;
        search_top_k(*GetParam(), set, queries, n, k, minimum, parallel, hits);
        ASSERT_EQ(hits, expected) << count << " rows, " << n << " queries, d " << d << ", k " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isa, EveryKernel,
                         testing::ValuesIn(available_kernels().begin(), available_kernels().end()));

TEST(TopK, NothingToSearchOrToFindIsEmpty) {
  const std::vector<bool> none;
  const RowSet set{nullptr, 0, 4, none};
  std::vector<std::vector<Hit>> hits;
  const std::vector<std::int16_t> query(8, 1);
  search_top_k(active_kernels(), set, query, 2, 3, 0, serial_for, hits);
  EXPECT_EQ(hits, (std::vector<std::vector<Hit>>(2)));
}

}  // namespace
}  // namespace memfold::index
