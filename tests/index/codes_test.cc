// The filter of int8 codes: sums are right on every kernel, and no row that reaches a floor is
// lost.
#include "index/codes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "index/dispatch.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

constexpr std::size_t kCodedDimensions[] = {1, 2, 3, 5, 31, 32, 33, 64, 383, 384, 385, 1024, 4096};

std::vector<const Kernels*> kernels_with_codes() {
  std::vector<const Kernels*> found;
  for (const Kernels* kernels : available_kernels()) {
    if (kernels->query_code_limit != 0) found.push_back(kernels);
  }
  return found;
}

/// Random unit vectors, one that holds everything in one component, one zero, one of equal parts.
std::vector<std::int16_t> varied_rows(std::size_t n, std::size_t dimension, std::mt19937& random) {
  std::vector<std::int16_t> rows = random_rows(n, dimension, random);
  if (n >= 3) {
    std::fill_n(rows.begin(), 3 * dimension, std::int16_t{0});
    rows[0] = -16384;
    const auto even = static_cast<std::int16_t>(16384 / std::sqrt(double(dimension)));
    std::fill_n(rows.begin() + std::ptrdiff_t(2 * dimension), dimension, even);
  }
  return rows;
}

TEST(EncodeRows, CodesAndWhatTheyLeaveOutAddUp) {
  std::mt19937 random(41);
  for (const Kernels* kernels : kernels_with_codes()) {
    for (const std::size_t dimension : kCodedDimensions) {
      for (const std::size_t count : {1u, 3u, 17u, 32u}) {
        SCOPED_TRACE(std::string(kernels->name) + " " + std::to_string(dimension));
        const auto rows = varied_rows(count, dimension, random);
        const std::size_t bytes = code_bytes(dimension);
        std::vector<std::int8_t> codes(count * bytes + kCodeSlack, 99);
        CodeSummary summary;
        kernels->encode_rows(rows.data(), count, dimension, {63, 50}, codes.data(), &summary);
        ASSERT_GE(summary.scale, 50);
        std::int64_t code_square = 0, residual_square = 0;
        for (std::size_t i = 0; i < count; ++i) {
          std::int64_t codes_of_row = 0, residuals_of_row = 0;
          for (std::size_t j = 0; j < bytes; ++j) {
            const std::int64_t code = codes[i * bytes + j];
            ASSERT_LE(std::abs(code), 63);
            if (j >= dimension) {
              ASSERT_EQ(code, 0);
              continue;
            }
            const std::int64_t residual = rows[i * dimension + j] - code * summary.scale;
            codes_of_row += code * code;
            residuals_of_row += residual * residual;
          }
          code_square = std::max(code_square, codes_of_row);
          residual_square = std::max(residual_square, residuals_of_row);
        }
        EXPECT_EQ(summary.code_square, code_square);
        EXPECT_EQ(summary.residual_square, residual_square);
        EXPECT_LT(double(residual_square), double(dimension) * summary.scale * summary.scale)
            << "every residual is smaller than the scale";
      }
    }
  }
}

TEST(ScanCodes, LanesAreThoseWhoseCodesReachTheFloor) {
  std::mt19937 random(42);
  for (const Kernels* kernels : kernels_with_codes()) {
    for (const std::size_t dimension : kCodedDimensions) {
      for (const std::size_t n : {1u, 5u, 12u}) {
        SCOPED_TRACE(std::string(kernels->name) + " " + std::to_string(dimension));
        const std::size_t bytes = code_bytes(dimension);
        const CodeRange row_range{127, 120}, query_range{kernels->query_code_limit, 120};
        const auto rows = varied_rows(kBlockRows, dimension, random);
        const auto queries = varied_rows(n, dimension, random);
        std::vector<std::int8_t> row_codes(kBlockRows * bytes + kCodeSlack);
        std::vector<std::int8_t> query_codes(n * bytes + kCodeSlack), biased;
        CodeSummary summary, ignored;
        kernels->encode_rows(rows.data(), kBlockRows, dimension, row_range, row_codes.data(),
                             &summary);
        kernels->encode_rows(queries.data(), n, dimension, query_range, query_codes.data(),
                             &ignored);
        biased = query_codes;
        for (std::int8_t& code : biased) {
          code = static_cast<std::int8_t>(code + kernels->query_bias);
        }
        PackedBlocks block(1, bytes / 2);
        kernels->pack_block(reinterpret_cast<const std::int16_t*>(row_codes.data()), kBlockRows,
                            bytes / 2, block.block(0));
        const PackedQueries tile(
            std::span(reinterpret_cast<const std::int16_t*>(biased.data()), n * bytes / 2), n,
            bytes / 2);
        for (const std::int32_t floor : {-20000, -1, 0, 1, 500, 15000}) {
          std::vector<std::int32_t> floors(kTileQueries, floor);
          std::uint32_t lanes[kTileQueries] = {};
          const std::uint32_t found =
              kernels->scan_codes(tile.tile(0), n, block.block(0), quad_count(dimension), &summary,
                                  floors.data(), lanes);
          ASSERT_EQ(found >> n, 0u);
          for (std::size_t q = 0; q < n; ++q) {
            std::uint32_t expected = 0;
            for (std::size_t r = 0; r < kBlockRows; ++r) {
              std::int64_t sum = 0;
              for (std::size_t j = 0; j < bytes; ++j) {
                sum += std::int64_t{query_codes[q * bytes + j]} * row_codes[r * bytes + j];
              }
              if (sum >= floor) expected |= 1u << r;
            }
            ASSERT_EQ(lanes[q], expected) << "query " << q << " floor " << floor;
            ASSERT_EQ((found >> q & 1) != 0, expected != 0);
          }
        }
      }
    }
  }
}

/// Lanes of the 32 rows that pass for each of up to 12 queries, each with the floor given.
std::vector<std::uint32_t> passing(const Kernels& kernels, std::span<const std::int16_t> queries,
                                   std::size_t n, std::span<const std::int16_t> rows,
                                   std::size_t dimension, std::vector<std::int32_t> floors) {
  BlockCodes blocks(kernels, 1, dimension);
  blocks.encode(rows.data(), kBlockRows, 0);
  const QueryCodes codes(kernels, queries, n, dimension);
  EXPECT_TRUE(codes.covers(blocks.bound(0)));
  floors.resize(kTileQueries, std::numeric_limits<std::int32_t>::max());
  std::int32_t thresholds[kTileQueries];
  code_thresholds(codes.tile_bounds(0), blocks.bound(0), floors.data(), thresholds);
  std::vector<std::uint32_t> lanes(kTileQueries);
  kernels.scan_codes(codes.packed().tile(0), n, blocks.block(0), quad_count(dimension),
                     &blocks.summary(0), thresholds, lanes.data());
  return lanes;
}

TEST(QueryCodes, NoRowThatReachesItsFloorIsLost) {
  std::mt19937 random(43);
  for (const Kernels* kernels : kernels_with_codes()) {
    for (const std::size_t dimension : kCodedDimensions) {
      for (int repeat = 0; repeat < (dimension > 1000 ? 3 : 20); ++repeat) {
        SCOPED_TRACE(std::string(kernels->name) + " " + std::to_string(dimension));
        const auto rows = repeat % 2 == 0 ? varied_rows(kBlockRows, dimension, random)
                                          : clustered_rows(kBlockRows, dimension, random);
        const auto queries = varied_rows(kTileQueries, dimension, random);
        // The hardest floor for a row is its own product.
        const std::size_t row = random() % kBlockRows;
        std::vector<std::int32_t> floors(kTileQueries);
        std::vector<std::vector<std::int64_t>> dots(kTileQueries);
        for (std::size_t q = 0; q < kTileQueries; ++q) {
          for (std::size_t r = 0; r < kBlockRows; ++r) {
            dots[q].push_back(plain_product(std::span(queries).subspan(q * dimension, dimension),
                                            std::span(rows).subspan(r * dimension, dimension)));
          }
          floors[q] = static_cast<std::int32_t>(dots[q][row]);
        }
        const auto lanes = passing(*kernels, queries, kTileQueries, rows, dimension, floors);
        for (std::size_t q = 0; q < kTileQueries; ++q) {
          for (std::size_t r = 0; r < kBlockRows; ++r) {
            if (dots[q][r] >= floors[q]) {
              ASSERT_NE(lanes[q] >> r & 1, 0u) << q << ", " << r;
            }
          }
        }
      }
    }
  }
}

TEST(QueryCodes, RowsFarBelowTheFloorAreFilteredOut) {
  std::mt19937 random(44);
  constexpr std::size_t kWidth = 384;
  const auto rows = random_rows(kBlockRows, kWidth, random);
  const auto queries = random_rows(kTileQueries, kWidth, random);
  for (const Kernels* kernels : kernels_with_codes()) {
    // Random directions are near 0.05 at most; the floor is a cosine of 0.4.
    const auto lanes = passing(*kernels, queries, kTileQueries, rows, kWidth,
                               std::vector<std::int32_t>(kTileQueries, (1 << 28) / 5 * 2));
    for (std::size_t q = 0; q < kTileQueries; ++q) EXPECT_EQ(lanes[q], 0u) << kernels->name;
  }
}

TEST(QueryCodes, RowsThatAreNoUnitVectorsAreNotCovered) {
  constexpr std::size_t kWidth = 64;
  const std::vector<std::int16_t> rows(kBlockRows * kWidth, 32767), query(kWidth, -32768);
  for (const Kernels* kernels : kernels_with_codes()) {
    BlockCodes blocks(*kernels, 1, kWidth);
    blocks.encode(rows.data(), kBlockRows, 0);
    EXPECT_FALSE(QueryCodes(*kernels, query, 1, kWidth).covers(blocks.bound(0))) << kernels->name;
  }
}

}  // namespace
}  // namespace memfold::index
