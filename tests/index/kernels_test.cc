// Every kernel the machine has against loops written here.
#include "index/kernels.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "index/vector_index.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

std::vector<std::int16_t> random_rows(std::mt19937_64& random, std::size_t n, std::size_t d) {
  std::normal_distribution<float> normal;
  std::vector<std::int16_t> rows(n * d);
  std::vector<float> values(d);
  for (std::size_t i = 0; i < n; ++i) {
    for (float& value : values) value = normal(random);
    quantise_unit(values, std::span(rows).subspan(i * d, d));
  }
  return rows;
}

std::int64_t plain_dot(const std::int16_t* a, const std::int16_t* b, std::size_t n) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += std::int64_t{a[i]} * b[i];
  return sum;
}

class EveryKernel : public testing::TestWithParam<const Kernels*> {};

TEST_P(EveryKernel, DotAtEveryLengthAndAlignment) {
  std::mt19937_64 random(1);
  const std::vector<std::int16_t> a = random_rows(random, 1, 4200),
                                  b = random_rows(random, 1, 4200);
  for (const std::size_t n : {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 383, 384, 385, 4096}) {
    for (const std::size_t offset : {0, 1, 3, 7}) {
      EXPECT_EQ(GetParam()->dot(a.data() + offset, b.data() + offset, n),
                plain_dot(a.data() + offset, b.data() + offset, n))
          << n << " at " << offset;
    }
  }
}

TEST_P(EveryKernel, TileAtEveryDimensionAndRowCount) {
  std::mt19937_64 random(2);
  for (const std::size_t d : {1, 2, 3, 15, 16, 17, 31, 32, 33, 383, 384, 385, 1024, 4096}) {
    for (const std::size_t rows : {1, 7, 31, 32}) {
      const std::size_t stride = (d + 1) / 2 * 2;
      const std::vector<std::int16_t> base = random_rows(random, rows, d);
      const std::vector<std::int16_t> given = random_rows(random, kTileQueries, d);
      // One value in front: the kernels must not count on alignment.
      std::vector<std::int16_t> queries(1 + kTileQueries * stride, 0),
          block(1 + kBlockRows * stride);
      for (std::size_t q = 0; q < kTileQueries; ++q) {
        std::copy_n(given.data() + q * d, d, queries.data() + 1 + q * stride);
      }
      GetParam()->pack(base.data(), rows, d, block.data() + 1);
      std::int32_t thresholds[kTileQueries], out[kTileQueries * kBlockRows];
      std::uint32_t above[kTileQueries];
      for (std::size_t q = 0; q < kTileQueries; ++q) {
        // Exactly a product that occurs: at the threshold counts as above.
        thresholds[q] = std::int32_t(plain_dot(given.data() + q * d, base.data(), d));
      }
      GetParam()->tile(queries.data() + 1, stride, block.data() + 1, stride / 2, thresholds, out,
                       above);
      for (std::size_t q = 0; q < kTileQueries; ++q) {
        for (std::size_t r = 0; r < kBlockRows; ++r) {
          const std::int64_t expected =
              r < rows ? plain_dot(given.data() + q * d, base.data() + r * d, d) : 0;
          ASSERT_EQ(out[q * kBlockRows + r], expected) << d << " " << rows << " " << q << " " << r;
          ASSERT_EQ((above[q] >> r) & 1, expected >= thresholds[q] ? 1u : 0u);
        }
      }
    }
  }
}

TEST_P(EveryKernel, TheLargestProductsDoNotOverflow) {
  for (const std::size_t d : {1, 2, 384, 4096}) {
    std::vector<float> values(d, 0.0f);
    values[d / 2] = -1;
    std::vector<std::int16_t> one(d), spread(d);
    quantise_unit(values, one);
    EXPECT_EQ(GetParam()->dot(one.data(), one.data(), d), std::int32_t(kDotScale));
    quantise_unit(std::vector<float>(d, 1.0f), spread);
    EXPECT_EQ(GetParam()->dot(spread.data(), spread.data(), d),
              plain_dot(spread.data(), spread.data(), d));
  }
}

INSTANTIATE_TEST_SUITE_P(Isa, EveryKernel,
                         testing::ValuesIn(available_kernels().begin(), available_kernels().end()),
                         [](const auto& param_info) {
                           std::string text = param_info.param->name;
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(Dispatch, NamesChooseAndUnknownOnesAreRefused) {
  for (const Kernels* kernels : available_kernels()) {
    EXPECT_EQ(&choose_kernels(kernels->name), kernels);
  }
  EXPECT_EQ(&choose_kernels(nullptr), available_kernels().back());
  EXPECT_EQ(&choose_kernels(""), available_kernels().back());
  try {
    choose_kernels("sse9");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Unsupported);
    EXPECT_NE(std::string(error.what()).find("plain"), std::string::npos) << "says what there is";
  }
}

TEST(InnerProducts, EqualTheLoopAtEverySize) {
  std::mt19937_64 random(3);
  for (const std::size_t na : {1, 5, 6, 12, 13, 40}) {
    for (const std::size_t nb : {1, 5, 6, 31, 33, 70}) {
      for (const std::size_t d : {1, 3, 24, 384}) {
        const auto a = random_rows(random, na, d), b = random_rows(random, nb, d);
        std::vector<std::int32_t> out(na * nb);
        inner_products(a, na, b, nb, int(d), out);
        for (std::size_t i = 0; i < na; ++i) {
          for (std::size_t j = 0; j < nb; ++j) {
            ASSERT_EQ(out[i * nb + j], plain_dot(&a[i * d], &b[j * d], d));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace memfold::index
