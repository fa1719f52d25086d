#include "index/search.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>

#include "index/packed.h"
#include "index/run_parallel.h"
#include "index/scan_worker.h"
#include "index/top_k.h"

namespace memfold::index {
namespace {

/// From this many queries on they are packed for inner_products.
constexpr std::size_t kPackFrom = 5;
/// Products (of single values) below which other threads are not worth waking.
constexpr std::size_t kParallelFrom = 4'000'000;
/// Pieces wanted when there is work for several threads.
constexpr std::size_t kPieces = 16;
/// One slice of the queries against all groups. Groups are handed out in ascending order and a
/// worker belongs to one thread at a time, so each worker sees ascending ordinals and may drop a
/// later equal of its k-th best; what is reached is shared between workers.
class Slice {
 public:
  Slice(const SearchTask& search, std::span<const Segment> groups)
      : search_(search), queries_(search_), groups_(groups), reached_(search.n) {
    for (auto& reached : reached_) reached = std::numeric_limits<std::int32_t>::min();
  }

  /// Searches the next group; called once for each.
  void step() {
    ScanWorker& worker = take_worker();
    const Segment& group = groups_[next_group_.fetch_add(1)];
    for (std::size_t q = 0; q < search_.n; ++q) {
      worker.best().raise(q, reached_[q].load(std::memory_order_relaxed));
    }
    worker.scan(group);
    for (std::size_t q = 0; q < search_.n; ++q) share(reached_[q], worker.best().reached(q));
    const std::lock_guard lock(mutex_);
    idle_.push_back(&worker);
  }

  /// The best of what all workers hold; called when all groups are done.
  void collect(std::size_t query, std::vector<HitKey>& keys, std::vector<Hit>& hits) const {
    keys.clear();
    for (const auto& worker : workers_) {
      const std::span<const HitKey> held = worker->best().keys(query);
      keys.insert(keys.end(), held.begin(), held.end());
    }
    best_of(keys, search_.k, hits);
  }

 private:
  static void share(std::atomic<std::int32_t>& shared, std::int32_t reached) {
    std::int32_t seen = shared.load(std::memory_order_relaxed);
    while (seen < reached &&
           !shared.compare_exchange_weak(seen, reached, std::memory_order_relaxed)) {
    }
  }

  // A worker is taken before its group, so that its groups ascend.
  ScanWorker& take_worker() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) {
      workers_.push_back(std::make_unique<ScanWorker>(search_, queries_));
      return *workers_.back();
    }
    ScanWorker& worker = *idle_.back();
    idle_.pop_back();
    return worker;
  }

  SearchTask search_;
  PreparedQueries queries_;
  std::span<const Segment> groups_;
  std::vector<std::atomic<std::int32_t>> reached_;
  std::atomic<std::size_t> next_group_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<ScanWorker>> workers_;
  std::vector<ScanWorker*> idle_;
};

std::vector<Segment> groups_of(const SearchTask& search) {
  std::vector<Segment> groups;
  const std::size_t rows = search.group_rows();
  for (const Segment& segment : search.base.segments) {
    for (std::size_t row = 0; row < segment.count; row += rows) {
      groups.push_back({segment.rows + row * search.base.dimension,
                        std::min(rows, segment.count - row),
                        static_cast<Ordinal>(segment.first + row)});
    }
  }
  return groups;
}

void search_pass(const SearchTask& search, ParallelFor parallel, std::vector<Hit>* hits) {
  const std::vector<Segment> groups = groups_of(search);
  const std::size_t dimension = search.base.dimension;
  // Few rows: the queries are split too, at tiles.
  const std::size_t tiles = (search.n + kTileQueries - 1) / kTileQueries;
  const std::size_t wanted = groups.size() >= kPieces ? 1 : kPieces / groups.size();
  const bool alone = parallel == serial_for;
  const std::size_t slices = alone ? 1 : std::min(wanted, tiles);
  const std::size_t slice_queries = (tiles + slices - 1) / slices * kTileQueries;
  std::vector<std::unique_ptr<Slice>> parts;
  for (std::size_t first = 0; first < search.n; first += slice_queries) {
    SearchTask part = search;
    part.n = std::min(slice_queries, search.n - first);
    part.queries = search.queries.subspan(first * dimension, part.n * dimension);
    parts.push_back(std::make_unique<Slice>(part, groups));
  }
  run_parallel(parallel, groups.size() * parts.size(),
               [&](std::size_t i) { parts[i / groups.size()]->step(); });
  run_parallel(parallel, tiles, [&](std::size_t tile) {
    std::vector<HitKey> keys;
    const std::size_t end = std::min(search.n, (tile + 1) * kTileQueries);
    for (std::size_t query = tile * kTileQueries; query < end; ++query) {
      parts[query / slice_queries]->collect(query % slice_queries, keys, hits[query]);
    }
  });
}

}  // namespace

void search_exactly(const Kernels& kernels, ParallelFor parallel, const SearchBase& base,
                    std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
                    std::int32_t minimum, std::vector<std::vector<Hit>>& hits) {
  hits.resize(n);
  std::size_t rows = 0;
  for (const Segment& segment : base.segments) rows += segment.count;
  k = std::min(k, rows);
  if (k == 0) {
    for (auto& list : hits) list.clear();
    return;
  }
  const std::size_t pass =
      std::max<std::size_t>(1, kMostHeldHits / (2 * k) / kTileQueries) * kTileQueries;
  if (rows * n * base.dimension < kParallelFrom) parallel = serial_for;
  for (std::size_t first = 0; first < n; first += pass) {
    const std::size_t count = std::min(pass, n - first);
    const auto part = queries.subspan(first * base.dimension, count * base.dimension);
    search_pass({kernels, base, part, count, k, minimum}, parallel, &hits[first]);
  }
}

void multiply_all(const Kernels& kernels, std::span<const std::int16_t> a, std::size_t na,
                  std::span<const std::int16_t> b, std::size_t nb, int dimension,
                  std::span<std::int32_t> out) {
  const auto columns = static_cast<std::size_t>(dimension);
  if (na < kPackFrom || nb < kBlockRows) {
    kernels.multiply_rows(a.data(), na, b.data(), nb, columns, out.data(), nb);
    return;
  }
  // With the least floor every product is let through.
  std::int32_t floors[kTileQueries];
  std::fill_n(floors, kTileQueries, std::numeric_limits<std::int32_t>::min());
  const PackedQueries packed(a, na, columns);
  PackedBlocks block(1, columns);
  std::int32_t dots[kTileQueries * kBlockRows];
  std::uint32_t lanes[kTileQueries];
  for (std::size_t row = 0; row < nb; row += kBlockRows) {
    const std::size_t count = std::min(kBlockRows, nb - row);
    kernels.pack_block(b.data() + row * columns, count, columns, block.block(0));
    for (std::size_t tile = 0; tile < packed.tiles(); ++tile) {
      kernels.scan_block(packed.tile(tile), packed.width(tile), block.block(0), pair_count(columns),
                         floors, dots, lanes);
      for (std::size_t q = 0; q < packed.width(tile); ++q) {
        std::copy_n(dots + q * kBlockRows, count,
                    out.data() + (tile * kTileQueries + q) * nb + row);
      }
    }
  }
}

}  // namespace memfold::index
