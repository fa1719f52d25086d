#include "index/cell_search.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>

#include "index/packed.h"
#include "index/run_parallel.h"
#include "index/top_k.h"

namespace memfold::index {
namespace {

/// From this many queries of a cell on they are packed.
constexpr std::size_t kPackVisitsFrom = 5;
/// Values of a line of the cache.
constexpr std::size_t kLineValues = 32;
/// Rows and queries of a piece of work, multiplied: enough that handing it out costs nothing.
constexpr std::size_t kPieceProducts = 100'000;
/// What fetching a row costs, in products.
constexpr std::size_t kRowProducts = 16;
/// Which queries name which cell: a list of queries a cell, one behind the other.
struct Visits {
  std::vector<std::uint32_t> queries;
  std::vector<std::size_t> begins;  ///< [cells + 1]

  Visits(std::span<const Cell> probes, std::size_t width, std::size_t cells) : begins(cells + 1) {
    for (const Cell cell : probes) {
      if (cell != kNoCell) ++begins[cell + std::size_t{1}];
    }
    for (std::size_t c = 0; c < cells; ++c) begins[c + 1] += begins[c];
    queries.resize(begins.back());
    std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
    for (std::size_t i = 0; i < probes.size(); ++i) {
      if (probes[i] != kNoCell) queries[next[probes[i]]++] = static_cast<std::uint32_t>(i / width);
    }
  }
  std::span<const std::uint32_t> of(std::size_t cell) const {
    return std::span(queries).subspan(begins[cell], begins[cell + 1] - begins[cell]);
  }
};

/// What all workers share.
struct Task {
  const Kernels& kernels;
  const RowChunks& rows;
  const CellLists& lists;
  std::span<const std::int16_t> queries;
  const Visits& visits;
  std::size_t n, k;
  std::int32_t minimum;
};

/// Used by one thread at a time.
class CellWorker {
 public:
  explicit CellWorker(const Task& task)
      : task_(task),
        best_(task.n, task.k, task.minimum, TopK::Order::Any),
        rows_(kBlockRows * task.rows.dimension),
        packed_rows_(1, task.rows.dimension) {}

  void scan(Cell cell) {
    const std::span<const std::uint32_t> visitors = task_.visits.of(cell);
    const std::span<const Ordinal> members = task_.lists.rows(cell);
    if (visitors.empty() || members.empty()) return;
    gather_queries(visitors);
    if (visitors.size() >= kPackVisitsFrom) {
      scan_packed(visitors, members);
    } else {
      scan_rows(visitors, members);
    }
  }
  const TopK& best() const { return best_; }

 private:
  std::size_t width() const { return task_.rows.dimension; }

  void gather_queries(std::span<const std::uint32_t> visitors) {
    queries_.resize(visitors.size() * width());
    for (std::size_t i = 0; i < visitors.size(); ++i) {
      std::memcpy(&queries_[i * width()], &task_.queries[visitors[i] * width()],
                  width() * sizeof(std::int16_t));
    }
  }
  /// Rows lie apart in memory: they are copied side by side, a block at a time, while those of the
  /// next block are on their way.
  void gather_rows(std::span<const Ordinal> members, std::span<const Ordinal> next) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i < next.size()) {
        const std::int16_t* ahead = task_.rows.row(next[i]);
        for (std::size_t j = 0; j < width(); j += kLineValues) __builtin_prefetch(ahead + j, 0, 2);
      }
      std::memcpy(&rows_[i * width()], task_.rows.row(members[i]), width() * sizeof(std::int16_t));
    }
  }

  static std::span<const Ordinal> rest_of(std::span<const Ordinal> members, std::size_t from) {
    return members.subspan(from, std::min(kBlockRows, members.size() - from));
  }

  void scan_rows(std::span<const std::uint32_t> visitors, std::span<const Ordinal> members) {
    for (std::size_t first = 0; first < members.size(); first += kBlockRows) {
      const auto block = members.subspan(first, std::min(kBlockRows, members.size() - first));
      gather_rows(block, rest_of(members, first + block.size()));
      task_.kernels.multiply_rows(queries_.data(), visitors.size(), rows_.data(), block.size(),
                                  width(), dots_, kBlockRows);
      for (std::size_t q = 0; q < visitors.size(); ++q) {
        for (std::size_t i = 0; i < block.size(); ++i) {
          offer(visitors[q], dots_[q * kBlockRows + i], block[i]);
        }
      }
    }
  }

  void scan_packed(std::span<const std::uint32_t> visitors, std::span<const Ordinal> members) {
    const PackedQueries packed(queries_, visitors.size(), width());
    for (std::size_t first = 0; first < members.size(); first += kBlockRows) {
      const auto block = members.subspan(first, std::min(kBlockRows, members.size() - first));
      gather_rows(block, rest_of(members, first + block.size()));
      task_.kernels.pack_block(rows_.data(), block.size(), width(), packed_rows_.block(0));
      for (std::size_t tile = 0; tile < packed.tiles(); ++tile) {
        scan_tile(packed, tile, visitors.subspan(tile * kTileQueries, packed.width(tile)), block);
      }
    }
  }

  void scan_tile(const PackedQueries& packed, std::size_t tile,
                 std::span<const std::uint32_t> visitors, std::span<const Ordinal> block) {
    std::int32_t floors[kTileQueries];
    std::fill_n(floors, kTileQueries, std::numeric_limits<std::int32_t>::max());
    for (std::size_t q = 0; q < visitors.size(); ++q) floors[q] = best_.floors()[visitors[q]];
    const std::uint32_t found =
        task_.kernels.scan_block(packed.tile(tile), visitors.size(), packed_rows_.block(0),
                                 pair_count(width()), floors, dots_, lanes_);
    if (found == 0) return;
    for (std::size_t q = 0; q < visitors.size(); ++q) {
      if ((found >> q & 1) == 0) continue;
      for (std::size_t i = 0; i < block.size(); ++i) {
        offer(visitors[q], dots_[q * kBlockRows + i], block[i]);
      }
    }
  }

  void offer(std::uint32_t query, std::int32_t dot, Ordinal ordinal) {
    if (dot >= best_.floors()[query]) best_.offer(query, dot, ordinal);
  }

  const Task& task_;
  TopK best_;
  std::vector<std::int16_t> queries_, rows_;
  PackedBlocks packed_rows_;
  alignas(64) std::int32_t dots_[kTileQueries * kBlockRows];
  std::uint32_t lanes_[kTileQueries];
};

/// Cells [begin, end) of each piece of work, about alike in cost.
std::vector<std::size_t> pieces_of(const Task& task) {
  std::vector<std::size_t> ends{0};
  std::size_t products = 0;
  for (std::size_t c = 0; c < task.lists.cells(); ++c) {
    const std::size_t visitors = task.visits.of(c).size();
    if (visitors > 0)
      products += (visitors + kRowProducts) * task.lists.rows(static_cast<Cell>(c)).size();
    if (products < kPieceProducts && c + 1 < task.lists.cells()) continue;
    ends.push_back(c + 1);
    products = 0;
  }
  return ends;
}

void search_visits(const Task& task, ParallelFor parallel, std::vector<Hit>* hits) {
  const std::vector<std::size_t> ends = pieces_of(task);
  std::mutex mutex;
  std::vector<std::unique_ptr<CellWorker>> workers;
  std::vector<CellWorker*> idle;
  run_parallel(ends.size() <= 2 ? serial_for : parallel, ends.size() - 1, [&](std::size_t piece) {
    CellWorker* worker = nullptr;
    {
      const std::lock_guard lock(mutex);
      if (idle.empty()) {
        workers.push_back(std::make_unique<CellWorker>(task));
        worker = workers.back().get();
      } else {
        worker = idle.back();
        idle.pop_back();
      }
    }
    for (std::size_t c = ends[piece]; c < ends[piece + 1]; ++c) worker->scan(static_cast<Cell>(c));
    const std::lock_guard lock(mutex);
    idle.push_back(worker);
  });
  std::vector<HitKey> keys;
  for (std::size_t query = 0; query < task.n; ++query) {
    keys.clear();
    for (const auto& worker : workers) {
      const std::span<const HitKey> held = worker->best().keys(query);
      keys.insert(keys.end(), held.begin(), held.end());
    }
    best_of(keys, task.k, hits[query]);
  }
}

}  // namespace

void search_cells(const Kernels& kernels, ParallelFor parallel, const RowChunks& rows,
                  const CellLists& lists, std::span<const std::int16_t> queries, std::size_t n,
                  std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                  std::vector<std::vector<Hit>>& hits) {
  hits.assign(n, {});
  if (n == 0 || k == 0) return;
  const std::size_t width = probes.size() / n;
  const std::size_t pass = std::max<std::size_t>(1, kMostHeldHits / (2 * k));
  for (std::size_t first = 0; first < n; first += pass) {
    const std::size_t count = std::min(pass, n - first);
    const Visits visits(probes.subspan(first * width, count * width), width, lists.cells());
    const Task task{
        kernels, rows,  lists, queries.subspan(first * rows.dimension, count * rows.dimension),
        visits,  count, k,     minimum};
    search_visits(task, parallel, &hits[first]);
  }
}

}  // namespace memfold::index
