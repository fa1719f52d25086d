#include "index/scan_worker.h"

#include <algorithm>
#include <bit>

namespace memfold::index {
namespace {

constexpr std::size_t kGroupBytes = 384 << 10;

/// Codes pay when many queries share their making, when vectors are long, and when the floors are
/// high already: while a worker has seen few rows, most of them reach the floors.
constexpr std::size_t kFilterQueries = 96;
constexpr std::size_t kFilterDimension = 64;
constexpr std::size_t kFilterAfterRows = 4096;

/// A row that passes the filter costs its exact product; this many in a tile cost as much as the
/// whole tile does.
constexpr int kRescored = 24;
/// When more than a fourth of the tiles came to that, this many groups go without the filter.
constexpr std::size_t kGroupsWithout = 8;

std::uint32_t first_lanes(std::size_t count) {
  return count >= kBlockRows ? ~0u : (1u << count) - 1;
}

std::size_t block_count(const Segment& group) {
  return (group.count + kBlockRows - 1) / kBlockRows;
}

}  // namespace

std::size_t SearchTask::group_rows() const {
  const std::size_t block_bytes = block_values(base.dimension) * sizeof(std::int16_t);
  return std::max<std::size_t>(1, kGroupBytes / block_bytes) * kBlockRows;
}

bool SearchTask::packs() const {
  return n > ScanWorker::kStreamQueries;
}

bool SearchTask::filters() const {
  return kernels.query_code_limit != 0 && n >= kFilterQueries && base.dimension >= kFilterDimension;
}

PreparedQueries::PreparedQueries(const SearchTask& task) {
  if (task.packs()) packed.emplace(task.queries, task.n, task.base.dimension);
  if (!task.filters()) return;
  codes.emplace(task.kernels, task.queries, task.n, task.base.dimension);
  packed_codes = codes->packed();
}

ScanWorker::ScanWorker(const SearchTask& task, const PreparedQueries& queries)
    : task_(task), queries_(queries), best_(task.n, task.k, task.minimum) {
  const std::size_t blocks = task.group_rows() / kBlockRows;
  if (queries.packed) blocks_.emplace(blocks, task.base.dimension);
  packed_.resize(blocks);
}

void ScanWorker::scan(const Segment& group) {
  std::fill(packed_.begin(), packed_.end(), false);
  if (!queries_.packed) {
    scan_rows(group);
  } else if (!queries_.codes || scanned_ < kFilterAfterRows || unfiltered_ > 0) {
    if (unfiltered_ > 0) --unfiltered_;
    scan_packed(group);
  } else {
    scan_coded(group);
  }
  scanned_ += group.count;
}

void ScanWorker::scan_rows(const Segment& group) {
  for (std::size_t row = 0; row < group.count; row += kStreamRows) {
    const std::size_t count = std::min(kStreamRows, group.count - row);
    task_.kernels.multiply_rows(task_.queries.data(), task_.n,
                                group.rows + row * task_.base.dimension, count,
                                task_.base.dimension, dots_, kStreamRows);
    for (std::size_t half = 0; half < count; half += kBlockRows) {
      const std::uint32_t wanted = wanted_rows(group, (row + half) / kBlockRows);
      for (std::size_t q = 0; q < task_.n; ++q) {
        take(q, wanted, dots_ + q * kStreamRows + half,
             static_cast<Ordinal>(group.first + row + half));
      }
    }
  }
}

void ScanWorker::scan_packed(const Segment& group) {
  for (std::size_t tile = 0; tile < queries_.packed->tiles(); ++tile) {
    for (std::size_t b = 0; b < block_count(group); ++b) scan_tile(group, tile, b);
  }
}

void ScanWorker::scan_coded(const Segment& group) {
  if (!codes_) {
    codes_.emplace(task_.kernels, task_.group_rows() / kBlockRows, task_.base.dimension);
  }
  const std::size_t blocks = block_count(group), tiles = queries_.packed->tiles();
  for (std::size_t b = 0; b < blocks; ++b) {
    codes_->encode(group.rows + b * kBlockRows * task_.base.dimension,
                   std::min(kBlockRows, group.count - b * kBlockRows), b);
  }
  std::size_t full = 0;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    const std::int32_t* floors = best_.floors() + tile * kTileQueries;
    for (std::size_t b = 0; b < blocks; ++b) {
      int passed = kRescored;
      if (queries_.codes->covers(codes_->bound(b))) {
        std::int32_t thresholds[kTileQueries];
        code_thresholds(queries_.codes->tile_bounds(tile), codes_->bound(b), floors, thresholds);
        const std::uint32_t found = task_.kernels.scan_codes(
            queries_.packed_codes->tile(tile), queries_.packed->width(tile), codes_->block(b),
            quad_count(task_.base.dimension), &codes_->summary(b), thresholds, lanes_);
        if (found == 0) continue;
        const std::uint32_t wanted = wanted_rows(group, b);
        passed = 0;
        for (std::uint32_t left = found; left != 0; left &= left - 1) {
          passed += std::popcount(lanes_[std::countr_zero(left)] & wanted);
        }
        if (passed < kRescored) rescore(group, tile, b, found, wanted);
      }
      if (passed < kRescored) continue;
      scan_tile(group, tile, b);
      ++full;
    }
  }
  if (full * 4 > blocks * tiles) unfiltered_ = kGroupsWithout;
}

void ScanWorker::scan_tile(const Segment& group, std::size_t tile, std::size_t b) {
  const std::size_t query = tile * kTileQueries;
  std::uint32_t found = task_.kernels.scan_block(
      queries_.packed->tile(tile), queries_.packed->width(tile), packed_block(group, b),
      pair_count(task_.base.dimension), best_.floors() + query, dots_, lanes_);
  if (found == 0) return;
  const std::uint32_t wanted = wanted_rows(group, b);
  for (; found != 0; found &= found - 1) {
    const auto q = static_cast<std::size_t>(std::countr_zero(found));
    take(query + q, lanes_[q] & wanted, dots_ + q * kBlockRows,
         static_cast<Ordinal>(group.first + b * kBlockRows));
  }
}

void ScanWorker::rescore(const Segment& group, std::size_t tile, std::size_t b, std::uint32_t found,
                         std::uint32_t wanted) {
  const std::size_t d = task_.base.dimension;
  for (; found != 0; found &= found - 1) {
    const auto q = static_cast<std::size_t>(std::countr_zero(found));
    const std::size_t query = tile * kTileQueries + q;
    for (std::uint32_t lanes = lanes_[q] & wanted; lanes != 0; lanes &= lanes - 1) {
      const std::size_t row = b * kBlockRows + static_cast<std::size_t>(std::countr_zero(lanes));
      std::int32_t dot;
      task_.kernels.multiply_rows(&task_.queries[query * d], 1, group.rows + row * d, 1, d, &dot,
                                  1);
      if (dot < best_.floors()[query]) continue;
      best_.offer(query, dot, static_cast<Ordinal>(group.first + row));
    }
  }
}

const std::int16_t* ScanWorker::packed_block(const Segment& group, std::size_t b) {
  if (!packed_[b]) {
    task_.kernels.pack_block(group.rows + b * kBlockRows * task_.base.dimension,
                             std::min(kBlockRows, group.count - b * kBlockRows),
                             task_.base.dimension, blocks_->block(b));
    packed_[b] = true;
  }
  return blocks_->block(b);
}

std::uint32_t ScanWorker::wanted_rows(const Segment& group, std::size_t b) const {
  const std::size_t row = b * kBlockRows;
  return first_lanes(group.count - row) & task_.live(static_cast<Ordinal>(group.first + row));
}

void ScanWorker::take(std::size_t query, std::uint32_t lanes, const std::int32_t* dots,
                      Ordinal ordinal) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
    if (dots[lane] < best_.floors()[query]) continue;
    best_.offer(query, dots[lane], static_cast<Ordinal>(ordinal + lane));
  }
}

}  // namespace memfold::index
