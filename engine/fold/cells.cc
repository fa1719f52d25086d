#include "engine/fold/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace memfold {
namespace {

constexpr std::size_t kLeastProbes = 64, kCellsPerProbe = 64;
constexpr std::size_t kMostCells = 32'768;
/// Up to here there are 8 sqrt(n) cells, beyond 4 sqrt(n): making them costs their number times the
/// rows, and is waited for.
constexpr std::size_t kCheapCells = 4096;

std::size_t cells_of(const Lane& lane) {
  const auto& codebook = lane.vectors().codebook();
  return codebook ? codebook->cells() : 0;
}

/// Rows at equal distances in the order of the current memories, zero rows included: which they
/// are does not depend on what is gone.
std::vector<std::int16_t> sample(const index::VectorIndex& vectors, std::size_t wanted) {
  std::vector<std::int16_t> rows;
  rows.reserve(wanted * std::size_t(vectors.dimension()));
  std::size_t live = 0, taken = 0;
  for (std::size_t i = 0; i < vectors.size() && taken < wanted; ++i) {
    const auto ordinal = static_cast<Ordinal>(i);
    if (!vectors.is_live(ordinal)) continue;
    if (live++ != taken * vectors.live_size() / wanted) continue;
    const auto row = vectors.row(ordinal);
    rows.insert(rows.end(), row.begin(), row.end());
    ++taken;
  }
  return rows;
}

}  // namespace

std::size_t wanted_cells(std::size_t memories, const CellOptions& options) {
  if (options.from == 0) return 0;
  const auto from = static_cast<std::size_t>(options.from);
  if (memories < from) return 0;
  auto cells = 8 * static_cast<std::size_t>(std::sqrt(double(from)));
  for (std::size_t step = from; step <= memories / 4; step *= 4) cells *= 2;
  return std::min({cells, std::max(kCheapCells, cells / 2), kMostCells, from});
}

std::size_t until_more_cells(const Lane& lane, const CellOptions& options) {
  if (options.from == 0) return std::numeric_limits<std::size_t>::max();
  const std::size_t live = lane.vectors().live_size();
  for (auto step = static_cast<std::size_t>(options.from);; step *= 4) {
    if (step > live && wanted_cells(step, options) > cells_of(lane)) return step - live;
    if (step > std::numeric_limits<index::Ordinal>::max()) {
      return std::numeric_limits<std::size_t>::max();
    }
  }
}

std::shared_ptr<const index::Codebook> more_cells(const Lane& lane, const CellOptions& options) {
  const index::VectorIndex& vectors = lane.vectors();
  const std::size_t cells = wanted_cells(vectors.live_size(), options);
  if (cells <= cells_of(lane)) return nullptr;
  const std::size_t rows = std::min(vectors.live_size(), cells * index::kTrainedRowsPerCell);
  return std::make_shared<const index::Codebook>(
      index::train_codebook(vectors.dimension(), sample(vectors, rows), cells, vectors.spread()));
}

std::size_t probes_of(const Lane& lane, const CellOptions& options) {
  const std::size_t cells = cells_of(lane);
  if (options.from == 0 || cells == 0) return 0;
  const auto wanted = options.probes > 0 ? static_cast<std::size_t>(options.probes)
                                         : std::max(kLeastProbes, cells / kCellsPerProbe);
  return std::min(wanted, cells);
}

}  // namespace memfold
