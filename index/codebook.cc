#include "index/codebook.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "index/dispatch.h"
#include "index/search.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

/// More rounds and more rows a cell (6 and 64) find a thousandth more of the nearest at 16 x the
/// cost.
constexpr int kRounds = 4;

bool is_zero(std::span<const std::int16_t> row) {
  return std::all_of(row.begin(), row.end(), [](std::int16_t value) { return value == 0; });
}

/// Moves each centroid to the direction of the sum of its rows; one without rows stays.
void move(std::span<const std::int16_t> rows, std::span<const Cell> cells, std::size_t width,
          std::vector<std::int16_t>& centroids) {
  std::vector<std::int64_t> sums(centroids.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == kNoCell) continue;
    std::int64_t* sum = &sums[cells[i] * width];
    const std::int16_t* row = &rows[i * width];
    for (std::size_t j = 0; j < width; ++j) sum[j] += row[j];
  }
  for (std::size_t at = 0; at < centroids.size(); at += width) {
    double square = 0;
    for (std::size_t j = 0; j < width; ++j) square += double(sums[at + j]) * double(sums[at + j]);
    if (square == 0) continue;
    const double scale = kVectorScale / std::sqrt(square);
    for (std::size_t j = 0; j < width; ++j) {
      centroids[at + j] = static_cast<std::int16_t>(std::floor(double(sums[at + j]) * scale + 0.5));
    }
  }
}

}  // namespace

Codebook::Codebook(int dimension, std::vector<std::int16_t> centroids)
    : dimension_(dimension), centroids_(std::move(centroids)) {
  const bool whole = dimension >= 1 && centroids_.size() % std::size_t(dimension) == 0;
  if (whole && !centroids_.empty() && cells() <= kMaxCells) return;
  throw Error(ErrorCode::InvalidArgument, std::to_string(centroids_.size()) +
                                              " values are no codebook of dimension " +
                                              std::to_string(dimension));
}

std::vector<Cell> Codebook::nearest(std::span<const std::int16_t> rows, std::size_t n,
                                    std::size_t width, ParallelFor parallel) const {
  width = std::min(width, cells());
  const auto columns = std::size_t(dimension_);
  const Segment all{centroids_.data(), cells(), 0};
  std::vector<std::vector<Hit>> hits;
  search_exactly(active_kernels(), parallel, {columns, {&all, 1}, {}}, rows, n, width,
                 std::numeric_limits<std::int32_t>::min(), hits);
  std::vector<Cell> found(n * width, kNoCell);
  for (std::size_t i = 0; i < n; ++i) {
    if (is_zero(rows.subspan(i * columns, columns))) continue;
    std::transform(hits[i].begin(), hits[i].end(), &found[i * width],
                   [](const Hit& hit) { return static_cast<Cell>(hit.ordinal); });
  }
  return found;
}

Codebook train_codebook(int dimension, std::span<const std::int16_t> rows, std::size_t cells,
                        ParallelFor parallel) {
  const auto width = std::size_t(dimension);
  const std::size_t n = rows.size() / width;
  if (cells == 0 || cells > n) {
    throw Error(ErrorCode::InvalidArgument,
                std::to_string(n) + " rows for a codebook of " + std::to_string(cells) + " cells");
  }
  std::vector<std::int16_t> centroids;
  centroids.reserve(cells * width);
  for (std::size_t c = 0; c < cells; ++c) {
    const auto row = rows.subspan(c * n / cells * width, width);
    centroids.insert(centroids.end(), row.begin(), row.end());
  }
  for (int round = 0; round < kRounds; ++round) {
    const Codebook book(dimension, centroids);
    move(rows, book.nearest(rows, n, 1, parallel), width, centroids);
  }
  return {dimension, std::move(centroids)};
}

}  // namespace memfold::index
