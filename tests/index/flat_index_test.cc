// The index through both of its faces: the engine's integers and FAISS's floats.
#include "index/flat_index.h"

#include <faiss/IndexHNSW.h>
#include <gtest/gtest.h>

#include <random>

#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

std::vector<float> clustered(std::mt19937_64& random, std::size_t n, std::size_t d) {
  std::normal_distribution<float> normal;
  std::vector<float> centres(20 * d), rows(n * d);
  for (float& value : centres) value = normal(random);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t c = random() % 20;
    for (std::size_t j = 0; j < d; ++j)
      rows[i * d + j] = centres[c * d + j] + 0.6f * normal(random);
  }
  return rows;
}

std::vector<std::int16_t> quantised(std::span<const float> row) {
  std::vector<std::int16_t> out(row.size());
  quantise_unit(row, out);
  return out;
}

TEST(FlatIndex, AddReplaceRemove) {
  const auto index = make_flat_index(2);
  const std::int16_t rows[] = {100, 0, 0, 100, 70, 70};
  EXPECT_EQ(index->add(rows), 0u);
  EXPECT_EQ(index->add(std::span(rows).first(2)), 3u);
  EXPECT_EQ(index->size(), 4u);
  const std::int16_t query[] = {1, 0};
  std::vector<std::vector<Hit>> hits;
  index->search(query, 1, 10, 1, hits);
  EXPECT_EQ(hits[0], (std::vector<Hit>{{0, 100}, {3, 100}, {2, 70}}));
  index->remove(0);
  index->remove(0);
  EXPECT_EQ(index->live_size(), 3u);
  EXPECT_FALSE(index->is_live(0));
  const std::int16_t larger[] = {90, 5};
  index->replace(1, larger);
  EXPECT_EQ(index->row(1)[0], 90);
  index->search(query, 1, 2, 1, hits);
  EXPECT_EQ(hits[0], (std::vector<Hit>{{3, 100}, {1, 90}}));
}

TEST(FlatIndex, MemoryStaysCloseToTheRows) {
  const auto index = make_flat_index(384);
  const std::vector<std::int16_t> row(384, 1);
  for (int i = 0; i < 20'000; ++i) index->add(row);
  EXPECT_LE(double(index->memory_bytes()), 1.3 * 20'000 * 768);
}

TEST(FlatIndex, RefusesWhatDoesNotFit) {
  EXPECT_THROW(make_flat_index(0), Error);
  EXPECT_THROW(make_flat_index(kMaxDimension + 1), Error);
  const auto index = make_flat_index(4);
  const std::int16_t row[] = {1, 2, 3};
  EXPECT_THROW(index->add(row), Error);
}

TEST(FaissFace, SearchAndCodecAgreeWithTheIntegers) {
  std::mt19937_64 random(7);
  constexpr std::size_t kDimension = 24, kRows = 300;
  const std::vector<float> rows = clustered(random, kRows, kDimension);
  FlatIndex index(int{kDimension});
  index.add(FaissId(kRows), rows.data());
  EXPECT_EQ(index.ntotal, FaissId(kRows));
  for (const std::size_t i : {0u, 17u, 299u}) {
    const auto expected = quantised(std::span(rows).subspan(i * kDimension, kDimension));
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), index.rows() + i * kDimension));
    FaissId label;
    float distance;
    index.search(1, &rows[i * kDimension], 1, &distance, &label);
    EXPECT_EQ(label, FaissId(i));
    EXPECT_NEAR(distance, 1.0f, 1e-3f);
    std::vector<float> decoded(kDimension);
    index.reconstruct(FaissId(i), decoded.data());
    EXPECT_NEAR(decoded[3], float(expected[3]) / kVectorScale, 1e-6f);
  }
}

TEST(FaissFace, AnHnswGraphOverItFindsWhatTheExactSearchFinds) {
  std::mt19937_64 random(8);
  constexpr std::size_t kDimension = 32, kRows = 2000, kQueries = 100;
  const std::vector<float> rows = clustered(random, kRows, kDimension);
  const std::vector<float> queries = clustered(random, kQueries, kDimension);
  FlatIndex exact(int{kDimension});
  exact.add(FaissId(kRows), rows.data());
  FlatIndex storage(int{kDimension});
  faiss::IndexHNSW graph(&storage, 16);
  graph.hnsw.efSearch = 64;
  graph.add(FaissId(kRows), rows.data());
  int agreed = 0;
  for (std::size_t q = 0; q < kQueries; ++q) {
    FaissId a, b;
    float da, db;
    exact.search(1, &queries[q * kDimension], 1, &da, &a);
    graph.search(1, &queries[q * kDimension], 1, &db, &b);
    agreed += a == b;
  }
  EXPECT_GE(agreed, 95);
}

}  // namespace
}  // namespace memfold::index
