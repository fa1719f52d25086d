#include "index/codebook.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "memfold/error.h"
#include "tests/index/random_rows.h"

namespace memfold::index {
namespace {

constexpr std::size_t kColumns = 40;

/// Cells by a plain loop, the nearest first.
std::vector<Cell> plain_nearest(const Codebook& book, std::span<const std::int16_t> row,
                                std::size_t width) {
  const std::vector<bool> all(book.cells(), true);
  std::vector<Cell> cells;
  for (const Hit& hit : brute_force(book.centroids(), all, row, width, -(std::int64_t{1} << 40))) {
    cells.push_back(Cell(hit.ordinal));
  }
  return cells;
}

TEST(Codebook, NearestIsByExactProductsAndTiesGoToTheLowerCell) {
  std::mt19937 random(61);
  const Codebook book(kColumns, clustered_rows(70, kColumns, random));
  const auto rows = clustered_rows(30, kColumns, random);
  for (const std::size_t width : {1u, 9u, 70u, 100u}) {
    const std::vector<Cell> found = book.nearest(rows, 30, width, threaded_for);
    const std::size_t each = std::min<std::size_t>(width, 70);
    ASSERT_EQ(found.size(), 30 * each);
    for (std::size_t i = 0; i < 30; ++i) {
      const auto row = std::span(rows).subspan(i * kColumns, kColumns);
      EXPECT_TRUE(std::equal(found.begin() + std::ptrdiff_t(i * each),
                             found.begin() + std::ptrdiff_t((i + 1) * each),
                             plain_nearest(book, row, each).begin()));
    }
  }
}

TEST(Codebook, AZeroRowLiesNowhere) {
  std::mt19937 random(62);
  const Codebook book(kColumns, random_rows(5, kColumns, random));
  const std::vector<std::int16_t> zero(kColumns);
  EXPECT_EQ(book.nearest(zero, 1, 2, serial_for), (std::vector<Cell>{kNoCell, kNoCell}));
}

TEST(Codebook, TrainingDoesNotDependOnThreads) {
  std::mt19937 random(63);
  const auto rows = clustered_rows(600, kColumns, random);
  const Codebook alone = train_codebook(kColumns, rows, 25, serial_for);
  const Codebook together = train_codebook(kColumns, rows, 25, threaded_for);
  EXPECT_TRUE(std::equal(alone.centroids().begin(), alone.centroids().end(),
                         together.centroids().begin(), together.centroids().end()));
}

TEST(Codebook, TrainingGathersWhatLiesNearEachOther) {
  std::mt19937 random(64);
  // Ten directions far apart, sixty rows close to each, one behind the other.
  const auto centres = random_rows(10, kColumns, random);
  std::vector<std::int16_t> rows;
  for (std::size_t i = 0; i < 600; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      rows.push_back(std::int16_t(centres[i / 60 * kColumns + j] + int(random() % 401) - 200));
    }
  }
  const Codebook book = train_codebook(kColumns, rows, 10, serial_for);
  const std::vector<Cell> cells = book.nearest(rows, 600, 1, serial_for);
  for (std::size_t i = 0; i < 600; ++i) EXPECT_EQ(cells[i], cells[i / 60 * 60]) << i;
}

TEST(Codebook, ZeroRowsMayBeAmongTheTrained) {
  const std::vector<std::int16_t> rows(20 * kColumns);
  const Codebook book = train_codebook(kColumns, rows, 4, serial_for);
  EXPECT_EQ(book.cells(), 4u);
}

TEST(Codebook, RefusesWhatIsNone) {
  std::mt19937 random(65);
  const auto rows = random_rows(3, kColumns, random);
  EXPECT_THROW(Codebook(kColumns, {}), Error);
  EXPECT_THROW(Codebook(0, rows), Error);
  EXPECT_THROW(Codebook(kColumns + 1, rows), Error);
  EXPECT_THROW(Codebook(1, std::vector<std::int16_t>(Codebook::kMaxCells + 1)), Error);
  EXPECT_THROW(train_codebook(kColumns, rows, 0, serial_for), Error);
  EXPECT_THROW(train_codebook(kColumns, rows, 4, serial_for), Error);
}

}  // namespace
}  // namespace memfold::index
