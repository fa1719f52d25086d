// Every kernel this machine has against a loop in the test.
#include "index/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "index/dispatch.h"
#include "index/packed.h"
#include "index/search.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

constexpr std::size_t kDimensions[] = {1, 2, 3, 31, 32, 33, 383, 384, 385, 1024, 4096};

class KernelsTest : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels_ = *GetParam();
  std::mt19937 random_{20240229};

  /// Packs both sides and scans with one floor; expects every product at or above it, and nothing
  /// written elsewhere.
  void check_scan(std::span<const std::int16_t> queries, std::size_t n,
                  std::span<const std::int16_t> rows, std::size_t count, std::size_t dimension,
                  std::int32_t floor) {
    constexpr std::int32_t kUntouched = 0x5a5a5a5a;
    const PackedQueries tile(queries, n, dimension);
    PackedBlocks block(1, dimension);
    kernels_.pack_block(rows.data(), count, dimension, block.block(0));
    std::vector<std::int32_t> floors(kTileQueries, floor);
    std::vector<std::int32_t> dots(kTileQueries * kBlockRows, kUntouched);
    std::uint32_t lanes[kTileQueries] = {};
    const std::uint32_t found = kernels_.scan_block(
        tile.tile(0), n, block.block(0), pair_count(dimension), floors.data(), dots.data(), lanes);
    EXPECT_EQ(found >> n, 0u);
    for (std::size_t q = 0; q < n; ++q) {
      const auto query = queries.subspan(q * dimension, dimension);
      std::uint32_t expected_lanes = 0;
      std::int32_t expected[kBlockRows] = {};
      for (std::size_t r = 0; r < kBlockRows; ++r) {
        if (r < count) {
          expected[r] = static_cast<std::int32_t>(
              plain_product(query, rows.subspan(r * dimension, dimension)));
        }
        if (expected[r] >= floor) expected_lanes |= 1u << r;
      }
      ASSERT_EQ((found >> q & 1) != 0, expected_lanes != 0) << "query " << q;
      ASSERT_EQ(lanes[q], expected_lanes) << "query " << q;
      for (std::size_t r = 0; r < kBlockRows; ++r) {
        ASSERT_EQ(dots[q * kBlockRows + r], expected_lanes != 0 ? expected[r] : kUntouched)
            << "query " << q << " row " << r;
      }
    }
  }

  void check_multiply(std::span<const std::int16_t> a, std::size_t na,
                      std::span<const std::int16_t> b, std::size_t nb, std::size_t dimension) {
    constexpr std::int32_t kUntouched = 0x5a5a5a5a;
    const std::size_t stride = nb + 3;
    std::vector<std::int32_t> out(na * stride, kUntouched);
    kernels_.multiply_rows(a.data(), na, b.data(), nb, dimension, out.data(), stride);
    for (std::size_t i = 0; i < na; ++i) {
      for (std::size_t j = 0; j < stride; ++j) {
        const std::int64_t expected = j < nb ? plain_product(a.subspan(i * dimension, dimension),
                                                             b.subspan(j * dimension, dimension))
                                             : kUntouched;
        ASSERT_EQ(out[i * stride + j], expected) << i << ", " << j;
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Machine, KernelsTest,
                         testing::ValuesIn(available_kernels().begin(), available_kernels().end()),
                         [](const auto& kernels) {
                           std::string name = kernels.param->name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(KernelsTest, ScanGivesExactProductsAtEveryDimension) {
  for (const std::size_t dimension : kDimensions) {
    SCOPED_TRACE(dimension);
    const auto queries = random_rows(kTileQueries, dimension, random_);
    const auto rows = random_rows(kBlockRows, dimension, random_);
    check_scan(queries, kTileQueries, rows, kBlockRows, dimension,
               std::numeric_limits<std::int32_t>::min());
    check_scan(queries, kTileQueries, rows, kBlockRows, dimension, 1 << 24);
    check_scan(queries, kTileQueries, rows, kBlockRows, dimension,
               std::numeric_limits<std::int32_t>::max());
  }
}

TEST_P(KernelsTest, ScanTakesAnyNumberOfQueriesAndRows) {
  for (const std::size_t dimension : {3u, 33u, 64u}) {
    for (std::size_t n = 1; n <= kTileQueries; ++n) {
      for (const std::size_t count : {0u, 1u, 15u, 16u, 17u, 31u, 32u}) {
        SCOPED_TRACE(std::to_string(dimension) + " " + std::to_string(n) + " " +
                     std::to_string(count));
        check_scan(random_rows(n, dimension, random_), n, random_rows(count, dimension, random_),
                   count, dimension, 1000);
      }
    }
  }
}

TEST_P(KernelsTest, AnEqualProductReachesTheFloor) {
  const auto rows = random_rows(2, 48, random_);
  const auto dot =
      static_cast<std::int32_t>(plain_product(std::span(rows).first(48), std::span(rows).last(48)));
  check_scan(std::span(rows).first(48), 1, std::span(rows).last(48), 1, 48, dot);
  check_scan(std::span(rows).first(48), 1, std::span(rows).last(48), 1, 48, dot + 1);
}

TEST_P(KernelsTest, MultiplyGivesExactProductsAtEveryDimensionAndShape) {
  for (const std::size_t dimension : kDimensions) {
    SCOPED_TRACE(dimension);
    const auto a = random_rows(9, dimension, random_), b = random_rows(9, dimension, random_);
    for (const std::size_t na : {1u, 2u, 3u, 4u, 5u, 9u}) {
      for (const std::size_t nb : {1u, 2u, 3u, 4u, 5u, 9u}) {
        check_multiply(a, na, b, nb, dimension);
      }
    }
  }
}

TEST_P(KernelsTest, InputsNeedNoAlignment) {
  for (const std::size_t dimension : {31u, 64u, 385u}) {
    auto a = random_rows(6, dimension, random_), b = random_rows(40, dimension, random_);
    for (std::size_t shift = 1; shift <= 5; shift += 2) {
      a.insert(a.begin(), 1);
      b.insert(b.begin(), 1);
      const auto moved_a = std::span<const std::int16_t>(a).last(6 * dimension);
      const auto moved_b = std::span<const std::int16_t>(b).last(40 * dimension);
      check_multiply(moved_a, 6, moved_b, 40, dimension);
      check_scan(moved_a, 6, moved_b, 29, dimension, 0);
    }
  }
}

TEST_P(KernelsTest, ProductsOfTheLargestStoredVectorsDoNotWrap) {
  for (const std::size_t dimension : kDimensions) {
    SCOPED_TRACE(dimension);
    // One component holds everything; all equal and rounded up as far as rounding can go.
    std::vector<std::int16_t> rows(4 * dimension);
    rows[0] = 16384;
    rows[dimension] = -16384;
    const auto even = static_cast<std::int16_t>(16384 / std::sqrt(double(dimension)) + 0.5);
    for (std::size_t i = 0; i < dimension; ++i) {
      rows[2 * dimension + i] = even;
      rows[3 * dimension + i] = static_cast<std::int16_t>(-even);
    }
    check_multiply(rows, 4, rows, 4, dimension);
    check_scan(rows, 4, rows, 4, dimension, std::numeric_limits<std::int32_t>::min());
  }
}

TEST_P(KernelsTest, EveryProductOfInt16IsHandled) {
  // Not unit vectors, yet no kernel may saturate: -32768 * -32768 + 0.
  const std::vector<std::int16_t> least = {-32768, 0}, most = {32767, 32767};
  check_multiply(least, 1, least, 1, 2);
  check_multiply(most, 1, most, 1, 2);
  check_multiply(least, 1, most, 1, 2);
  check_scan(least, 1, most, 1, 2, std::numeric_limits<std::int32_t>::min());
}

TEST_P(KernelsTest, MultiplyAllFillsTheWholeMatrix) {
  for (const std::size_t dimension : {5u, 96u}) {
    for (const std::size_t na : {1u, 7u, 8u, 13u, 40u}) {
      for (const std::size_t nb : {1u, 31u, 32u, 33u, 100u}) {
        SCOPED_TRACE(std::to_string(na) + " x " + std::to_string(nb));
        const auto a = random_rows(na, dimension, random_), b = random_rows(nb, dimension, random_);
        std::vector<std::int32_t> out(na * nb);
        multiply_all(kernels_, a, na, b, nb, int(dimension), out);
        for (std::size_t i = 0; i < na; ++i) {
          for (std::size_t j = 0; j < nb; ++j) {
            ASSERT_EQ(out[i * nb + j],
                      plain_product(std::span(a).subspan(i * dimension, dimension),
                                    std::span(b).subspan(j * dimension, dimension)));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace memfold::index
