// What every index keeps to, each against a plain loop.
#include "index/vector_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "index/codebook.h"
#include "memfold/error.h"
#include "memfold/models.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

using MakeIndex = std::unique_ptr<VectorIndex> (*)(int dimension, ParallelFor parallel);

/// Keeps what an index should hold, and compares.
class Mirror {
 public:
  Mirror(std::size_t dimension, std::unique_ptr<VectorIndex> index)
      : dimension_(dimension), index_(std::move(index)) {}

  void add(std::span<const std::int16_t> rows) {
    ASSERT_EQ(index_->add(rows), live_.size());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    live_.resize(rows_.size() / dimension_, true);
  }
  void replace(std::size_t i, std::span<const std::int16_t> row) {
    index_->replace(Ordinal(i), row);
    live_[i] = true;
    std::copy(row.begin(), row.end(), rows_.begin() + std::ptrdiff_t(i * dimension_));
  }
  void remove(std::size_t i) {
    index_->remove(Ordinal(i));
    live_[i] = false;
  }

  void check(std::span<const std::int16_t> queries, std::size_t k, std::int32_t minimum) const {
    ASSERT_EQ(index_->size(), live_.size());
    ASSERT_EQ(index_->live_size(), std::size_t(std::count(live_.begin(), live_.end(), true)));
    const std::size_t n = queries.size() / dimension_;
    std::vector<std::vector<Hit>> hits;
    index_->search(queries, n, k, minimum, hits);
    ASSERT_EQ(hits.size(), n);
    for (std::size_t q = 0; q < n; ++q) {
      ASSERT_EQ(hits[q],
                brute_force(rows_, live_, queries.subspan(q * dimension_, dimension_), k, minimum));
    }
    for (std::size_t i = 0; i < live_.size(); i += 1 + live_.size() / 50) {
      const auto row = index_->row(Ordinal(i));
      ASSERT_TRUE(std::equal(row.begin(), row.end(), &rows_[i * dimension_]));
      ASSERT_EQ(index_->is_live(Ordinal(i)), live_[i]);
    }
  }
  std::size_t size() const { return live_.size(); }
  VectorIndex& index() { return *index_; }

 private:
  std::size_t dimension_;
  std::unique_ptr<VectorIndex> index_;
  std::vector<std::int16_t> rows_;
  std::vector<bool> live_;
};

class VectorIndexTest : public testing::TestWithParam<std::tuple<MakeIndex, ParallelFor>> {
 protected:
  static std::unique_ptr<VectorIndex> make(std::size_t dimension) {
    const auto& [make_index, parallel] = GetParam();
    return make_index(int(dimension), parallel);
  }
};
// Another index joins here.
INSTANTIATE_TEST_SUITE_P(Exact, VectorIndexTest,
                         testing::Combine(testing::Values(make_index),
                                          testing::Values(serial_for, threaded_for)));

TEST_P(VectorIndexTest, EqualsBruteForceUnderRandomChanges) {
  for (const std::size_t dimension : {1u, 48u, 385u}) {
    std::mt19937 random(21);
    Mirror mirror(dimension, make(dimension));
    for (int step = 0; step < 60; ++step) {
      switch (random() % 3) {
        case 0:
          mirror.add(clustered_rows(1 + random() % 40, dimension, random));
          break;
        case 1:
          for (std::size_t i = 0; i < 9 && mirror.size() > 0; ++i) {
            mirror.remove(random() % mirror.size());
          }
          break;
        default:
          for (std::size_t i = 0; i < 5 && mirror.size() > 0; ++i) {
            mirror.replace(random() % mirror.size(), random_rows(1, dimension, random));
          }
      }
      ASSERT_NO_FATAL_FAILURE(mirror.check(clustered_rows(1 + random() % 14, dimension, random),
                                           1 + random() % 30, step % 2 == 0 ? 1 : -(1 << 30)));
    }
  }
}

TEST_P(VectorIndexTest, InCellsItFindsWhatLiesInThoseThatAreNamed) {
  constexpr std::size_t kWidth = 33;
  std::mt19937 random(27);
  const auto index = make(kWidth);
  std::vector<std::int16_t> rows;
  std::vector<bool> live;
  const auto add = [&](std::size_t n) {
    const auto more = clustered_rows(n, kWidth, random);
    index->add(more);
    rows.insert(rows.end(), more.begin(), more.end());
    live.resize(live.size() + n, true);
  };
  add(100);
  index->remove(7);
  live[7] = false;
  const auto book =
      std::make_shared<const Codebook>(train_codebook(int(kWidth), rows, 12, serial_for));
  index->use(book);
  for (int step = 0; step < 40; ++step) {
    add(random() % 20);
    for (int i = 0; i < 4; ++i) {
      const std::size_t gone = random() % live.size(), changed = random() % live.size();
      index->remove(Ordinal(gone));
      live[gone] = false;
      const auto row = clustered_rows(1, kWidth, random);
      index->replace(Ordinal(changed), row);
      live[changed] = true;
      std::copy(row.begin(), row.end(), rows.begin() + std::ptrdiff_t(changed * kWidth));
    }
    const std::size_t n = 1 + random() % 30, probes = 1 + random() % 4, k = 1 + random() % 12;
    const auto queries = clustered_rows(n, kWidth, random);
    const std::vector<Cell> named = book->nearest(queries, n, probes, serial_for);
    std::vector<std::vector<Hit>> hits;
    index->search_near(queries, n, named, k, 1, hits);
    ASSERT_EQ(hits.size(), n);
    const std::vector<Cell> cells = book->nearest(rows, live.size(), 1, serial_for);
    for (std::size_t q = 0; q < n; ++q) {
      std::vector<bool> near(live.size());
      for (std::size_t i = 0; i < live.size(); ++i) {
        const auto* begin = &named[q * probes];
        near[i] = live[i] && std::find(begin, begin + probes, cells[i]) != begin + probes;
        ASSERT_EQ(index->cell(Ordinal(i)), live[i] ? cells[i] : kNoCell);
      }
      ASSERT_EQ(hits[q],
                brute_force(rows, near, std::span(queries).subspan(q * kWidth, kWidth), k, 1));
    }
  }
  index->use(nullptr);
  EXPECT_EQ(index->cell(0), kNoCell);
  std::vector<std::vector<Hit>> hits;
  EXPECT_THROW(index->search_near(std::span(rows).first(kWidth), 1, {}, 1, 1, hits), Error);
}

TEST_P(VectorIndexTest, RowsCrossChunks) {
  constexpr std::size_t kWidth = 4096;  // 1024 rows a chunk
  std::mt19937 random(22);
  Mirror mirror(kWidth, make(kWidth));
  mirror.add(random_rows(700, kWidth, random));
  mirror.add(random_rows(1500, kWidth, random));
  for (const std::size_t i : {0u, 1023u, 1024u, 2047u, 2048u, 2199u}) mirror.remove(i);
  mirror.replace(1025, random_rows(1, kWidth, random));
  mirror.check(random_rows(9, kWidth, random), 10, -(1 << 30));
  mirror.check(random_rows(2, kWidth, random), 10, -(1 << 30));
}

TEST_P(VectorIndexTest, StaysNearTheBytesOfItsRows) {
  constexpr std::size_t kWidth = 384;
  std::mt19937 random(23);
  const auto row = random_rows(1, kWidth, random);
  const auto index = make(kWidth);
  for (std::size_t i = 1; i <= 25'000; ++i) {
    index->add(row);
    if (i >= 1000 && i % 500 == 0) {
      EXPECT_LE(double(index->memory_bytes()), 1.3 * double(i * kWidth * 2)) << i;
    }
  }
}

TEST_P(VectorIndexTest, RemovingTwiceIsHarmless) {
  std::mt19937 random(24);
  const auto index = make(8);
  index->add(random_rows(3, 8, random));
  index->remove(1);
  index->remove(1);
  EXPECT_EQ(index->live_size(), 2u);
  EXPECT_FALSE(index->is_live(1));
}

TEST_P(VectorIndexTest, RefusesWhatDoesNotFit) {
  std::mt19937 random(25);
  const auto index = make(8);
  index->add(random_rows(3, 8, random));
  const std::vector<std::int16_t> odd(9);
  std::vector<std::vector<Hit>> hits;
  EXPECT_THROW(index->add(odd), Error);
  EXPECT_THROW(index->replace(0, odd), Error);
  EXPECT_THROW(index->search(odd, 1, 1, 0, hits), Error);
  EXPECT_THROW(index->replace(3, std::span(odd).first(8)), Error);
  EXPECT_THROW(index->remove(3), Error);
  EXPECT_THROW(index->row(3), Error);
  EXPECT_THROW(index->is_live(3), Error);
  EXPECT_THROW(make(0), Error);
  EXPECT_THROW(make(kMaxDimension + 1), Error);
  EXPECT_EQ(index->size(), 3u);
}

TEST_P(VectorIndexTest, AddingNothingChangesNothing) {
  const auto index = make(8);
  EXPECT_EQ(index->add({}), 0u);
  EXPECT_EQ(index->size(), 0u);
}

TEST(InnerProducts, AreExact) {
  std::mt19937 random(26);
  const auto a = random_rows(20, 384, random), b = random_rows(70, 384, random);
  std::vector<std::int32_t> out(20 * 70);
  inner_products(a, 20, b, 70, 384, out);
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 70; ++j) {
      EXPECT_EQ(out[i * 70 + j], plain_product(std::span(a).subspan(i * 384, 384),
                                               std::span(b).subspan(j * 384, 384)));
    }
  }
}

}  // namespace
}  // namespace memfold::index
