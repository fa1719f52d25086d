#include "index/flat_index.h"

#include <faiss/IndexHNSW.h>
#include <faiss/impl/IDSelector.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "index/dispatch.h"
#include "memfold/error.h"
#include "memfold/models.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

constexpr int kDimension = 33;
constexpr std::size_t kWidth = kDimension;

std::vector<float> to_floats(std::span<const std::int16_t> rows) {
  return {rows.begin(), rows.end()};  // any scale: FlatIndex brings it to unit length
}

class FlatIndexTest : public testing::Test {
 protected:
  std::mt19937 random_{5};
  std::vector<std::int16_t> rows_ = random_rows(500, kWidth, random_);
  FlatIndex index_{kDimension, active_kernels()};
};

TEST_F(FlatIndexTest, CodesAreTheRows) {
  index_.append(rows_);
  EXPECT_EQ(index_.ntotal, 500);
  EXPECT_EQ(index_.code_size, kWidth * sizeof(std::int16_t));
  for (const std::size_t i : {0u, 499u}) {
    EXPECT_TRUE(std::equal(index_.row(i), index_.row(i) + kWidth, &rows_[i * kWidth]));
  }
}

TEST_F(FlatIndexTest, FloatsAreEncodedAsUnitVectorsAndComeBack) {
  const std::vector<float> values = to_floats(rows_);
  index_.add(500, values.data());
  std::vector<float> back(kWidth);
  index_.reconstruct(123, back.data());
  std::vector<std::int16_t> expected(kWidth);
  quantise_unit(std::span(values).subspan(123 * kWidth, kWidth), expected);
  for (std::size_t j = 0; j < kWidth; ++j) {
    EXPECT_EQ(back[j], float(expected[j]) / kVectorScale);
  }
}

TEST_F(FlatIndexTest, BatchSearchThroughFaissIsExactAndHonoursSelectors) {
  index_.append(rows_);
  const std::vector<float> queries = to_floats(std::span(rows_).first(20 * kWidth));
  constexpr std::size_t kBest = 4;
  std::vector<float> distances(20 * kBest);
  std::vector<faiss::Index::idx_t> labels(20 * kBest);
  faiss::IDSelectorRange sel(100, 102);
  faiss::SearchParameters parameters;
  for (const bool restricted : {false, true}) {
    parameters.sel = restricted ? &sel : nullptr;
    index_.search(20, queries.data(), kBest, distances.data(), labels.data(), &parameters);
    std::vector<bool> live(500, !restricted);
    live[100] = live[101] = true;
    for (std::size_t q = 0; q < 20; ++q) {
      std::vector<std::int16_t> query(kWidth);
      quantise_unit(std::span(queries).subspan(q * kWidth, kWidth), query);
      const auto expected = brute_force(rows_, live, query, kBest, -(1 << 30));
      for (std::size_t j = 0; j < kBest; ++j) {
        if (j >= expected.size()) {
          EXPECT_EQ(labels[q * kBest + j], -1);
          continue;
        }
        EXPECT_EQ(labels[q * kBest + j], std::int64_t{expected[j].ordinal});
        EXPECT_EQ(distances[q * kBest + j], float(expected[j].dot / kDotScale));
      }
    }
  }
}

TEST_F(FlatIndexTest, DistanceComputerIsExactOnEveryKernel) {
  const std::vector<float> query = to_floats(std::span(rows_).first(kWidth));
  std::vector<std::int16_t> quantised(kWidth);
  quantise_unit(query, quantised);
  for (const Kernels* kernels : available_kernels()) {
    FlatIndex index(kDimension, *kernels);
    index.append(rows_);
    const std::unique_ptr<faiss::FlatCodesDistanceComputer> distance(
        index.get_FlatCodesDistanceComputer());
    distance->set_query(query.data());
    for (std::size_t i = 0; i < 500; ++i) {
      const auto row = std::span(rows_).subspan(i * kWidth, kWidth);
      EXPECT_EQ((*distance)(std::int64_t(i)),
                float(double(plain_product(quantised, row)) / kDotScale));
      EXPECT_EQ(distance->symmetric_dis(std::int64_t(i), 0),
                float(double(plain_product(row, std::span(rows_).first(kWidth))) / kDotScale));
    }
  }
}

TEST_F(FlatIndexTest, HnswOverItFindsWhatExactFinds) {
  constexpr std::size_t kRows = 4000, kQueries = 200, kBest = 5;
  const std::vector<float> values = to_floats(random_rows(kRows, kWidth, random_));
  const std::vector<float> queries = to_floats(random_rows(kQueries, kWidth, random_));
  faiss::IndexHNSW graph(&index_, 16);
  graph.hnsw.efSearch = 256;
  graph.add(kRows, values.data());
  ASSERT_EQ(index_.ntotal, std::int64_t{kRows}) << "the graph stores its rows here";
  std::vector<float> exact(kQueries * kBest), found(kQueries * kBest);
  std::vector<faiss::Index::idx_t> exact_labels(kQueries * kBest), found_labels(kQueries * kBest);
  index_.search(kQueries, queries.data(), kBest, exact.data(), exact_labels.data());
  graph.search(kQueries, queries.data(), kBest, found.data(), found_labels.data());
  std::size_t same = 0;
  for (std::size_t i = 0; i < kQueries * kBest; ++i) {
    same += exact_labels[i] == found_labels[i] && exact[i] == found[i];
  }
  EXPECT_GE(same, kQueries * kBest * 99 / 100);
}

TEST(FlatIndex, RefusesDimensionsOutOfRange) {
  EXPECT_THROW(FlatIndex(0, active_kernels()), Error);
  EXPECT_THROW(FlatIndex(kMaxDimension + 1, active_kernels()), Error);
  EXPECT_NO_THROW(FlatIndex(kMaxDimension, active_kernels()));
}

}  // namespace
}  // namespace memfold::index
