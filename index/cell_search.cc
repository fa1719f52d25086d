#include "index/cell_search.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

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
/// Rows that are on their way while one is multiplied.
constexpr std::size_t kRowsAhead = 6;
/// Cells of a query that are looked in before the others.
constexpr std::size_t kCellsFirst = 4;

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

/// Queries that are searched together.
struct Pass {
  const Kernels& kernels;
  const CellBase& base;
  const QueryCodes* codes;  ///< of the queries; null: rows are multiplied right away
  std::span<const std::int16_t> queries;
  std::size_t n, k;
};

/// What all workers share.
struct Task : Pass {
  const Visits& visits;
  std::span<const std::int32_t> floors;  ///< what a row has to reach, one a query

  std::size_t dimension() const { return base.rows.dimension(); }
  /// Rows of a cell, about.
  std::size_t rows_of(std::size_t cell) const {
    return base.coded.blocks(cell) * kBlockRows + base.lists.rows(static_cast<Cell>(cell)).size();
  }
};

/// Used by one thread at a time.
class CellWorker {
 public:
  explicit CellWorker(const Task& task)
      : task_(task),
        best_(task.n, task.k, std::numeric_limits<std::int32_t>::min(), TopK::Order::Any),
        rows_(kBlockRows * task.dimension()),
        packed_rows_(1, task.dimension()) {
    for (std::size_t q = 0; q < task.n; ++q) best_.raise(q, task.floors[q]);
  }

  void scan(Cell cell) {
    const std::span<const std::uint32_t> visitors = task_.visits.of(cell);
    if (visitors.empty()) return;
    std::span<const Ordinal> members = task_.base.lists.rows(cell);
    if (task_.codes != nullptr) {
      scan_coded(visitors, cell);
    } else if (task_.base.coded.blocks(cell) > 0) {
      members_.assign(members.begin(), members.end());
      task_.base.coded.append_rows(cell, members_);
      members = members_;
    }
    if (members.empty()) return;
    gather_queries(visitors);
    if (visitors.size() >= kPackVisitsFrom) {
      scan_packed(visitors, members);
    } else {
      scan_rows(visitors, members);
    }
  }
  const TopK& best() const { return best_; }

 private:
  std::size_t width() const { return task_.dimension(); }

  /// Codes of all visitors against those of all rows of the cell; what may be among the best is
  /// multiplied block by block, so that the floors rise on the way.
  void scan_coded(std::span<const std::uint32_t> visitors, Cell cell) {
    const CodedCells& coded = task_.base.coded;
    if (coded.blocks(cell) == 0) return;
    gather_codes(visitors);
    const PackedQueries packed(queries_, visitors.size(), task_.codes->width());
    coded.each_block(cell, [&](std::size_t b) {
      if (coded.live(b) == 0) return;
      const CodeSummary summary = coded.summary(b, task_.kernels.query_bias);
      const BlockBound bound(summary);
      if (task_.codes->covers(bound)) {
        for (std::size_t tile = 0; tile < packed.tiles(); ++tile) {
          filter_tile(packed, tile, visitors.subspan(tile * kTileQueries, packed.width(tile)), b,
                      summary, bound);
        }
      } else {
        for (const std::uint32_t query : visitors) pass_on(query, coded.live(b), b);
      }
      multiply_passed();
    });
  }

  void gather_codes(std::span<const std::uint32_t> visitors) {
    queries_.clear();
    bounds_.clear();
    for (const std::uint32_t query : visitors) {
      const std::span<const std::int16_t> values = task_.codes->values(query);
      queries_.insert(queries_.end(), values.begin(), values.end());
      bounds_.push_back(task_.codes->bound(query));
    }
  }

  void filter_tile(const PackedQueries& packed, std::size_t tile,
                   std::span<const std::uint32_t> visitors, std::size_t b,
                   const CodeSummary& summary, const BlockBound& bound) {
    std::int32_t floors[kTileQueries], thresholds[kTileQueries];
    for (std::size_t q = 0; q < visitors.size(); ++q) floors[q] = best_.floors()[visitors[q]];
    code_thresholds(std::span(bounds_).subspan(tile * kTileQueries, visitors.size()), bound, floors,
                    thresholds);
    std::uint32_t found =
        task_.kernels.scan_codes(packed.tile(tile), visitors.size(), task_.base.coded.codes(b),
                                 quad_count(width()), &summary, thresholds, lanes_);
    for (; found != 0; found &= found - 1) {
      const auto q = std::size_t(std::countr_zero(found));
      pass_on(visitors[q], lanes_[q] & task_.base.coded.live(b), b);
    }
  }

  void pass_on(std::uint32_t query, std::uint32_t lanes, std::size_t b) {
    const std::span<const Ordinal> ordinals = task_.base.coded.ordinals(b);
    for (; lanes != 0; lanes &= lanes - 1) {
      passed_.push_back({query, ordinals[std::size_t(std::countr_zero(lanes))]});
    }
  }

  void multiply_passed() {
    for (std::size_t i = 0; i < passed_.size(); ++i) {
      if (i + kRowsAhead < passed_.size()) fetch(passed_[i + kRowsAhead].ordinal);
      const Passed& one = passed_[i];
      std::int32_t dot;
      task_.kernels.multiply_rows(&task_.queries[one.query * width()], 1,
                                  task_.base.rows.row(one.ordinal), 1, width(), &dot, 1);
      offer(one.query, dot, one.ordinal);
    }
    passed_.clear();
  }

  void fetch(Ordinal ordinal) const {
    const std::int16_t* row = task_.base.rows.row(ordinal);
    for (std::size_t j = 0; j < width(); j += kLineValues) __builtin_prefetch(row + j, 0, 2);
  }

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
      if (i < next.size()) fetch(next[i]);
      std::memcpy(&rows_[i * width()], task_.base.rows.row(members[i]),
                  width() * sizeof(std::int16_t));
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
  std::vector<Ordinal> members_;
  std::vector<QueryBound> bounds_;  ///< of the visitors
  struct Passed {
    std::uint32_t query;
    Ordinal ordinal;
  };
  std::vector<Passed> passed_;  ///< by the codes
  PackedBlocks packed_rows_;
  alignas(64) std::int32_t dots_[kTileQueries * kBlockRows];
  std::uint32_t lanes_[kTileQueries];
};

/// Cells [begin, end) of each piece of work, about alike in cost.
std::vector<std::size_t> pieces_of(const Task& task) {
  std::vector<std::size_t> ends{0};
  std::size_t products = 0;
  const std::size_t cells = task.base.lists.cells();
  for (std::size_t c = 0; c < cells; ++c) {
    const std::size_t visitors = task.visits.of(c).size();
    if (visitors > 0) products += (visitors + kRowProducts) * task.rows_of(c);
    if (products < kPieceProducts && c + 1 < cells) continue;
    ends.push_back(c + 1);
    products = 0;
  }
  return ends;
}

using Workers = std::vector<std::unique_ptr<CellWorker>>;

/// Scans all cells that are visited. What was found is with the workers, which borrow the task only
/// until this returns.
Workers scan_visits(const Task& task, ParallelFor parallel) {
  const std::vector<std::size_t> ends = pieces_of(task);
  std::mutex mutex;
  Workers workers;
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
  return workers;
}

void gather_keys(const Workers& workers, std::size_t query, std::vector<HitKey>& keys) {
  for (const auto& worker : workers) {
    const std::span<const HitKey> held = worker->best().keys(query);
    keys.insert(keys.end(), held.begin(), held.end());
  }
}

/// Raises the floor to the k-th best.
void raise_floor(std::vector<HitKey>& keys, std::size_t k, std::int32_t& floor) {
  if (keys.size() < k) return;
  const auto last = keys.begin() + std::ptrdiff_t(k - 1);
  std::nth_element(keys.begin(), last, keys.end(), std::greater<>());
  floor = std::max(floor, key_dot(*last));
}

/// Columns [begin, end) of probes [n x width].
std::vector<Cell> columns(std::span<const Cell> probes, std::size_t width, std::size_t begin,
                          std::size_t end) {
  std::vector<Cell> some;
  for (std::size_t first = 0; first < probes.size(); first += width) {
    const auto part = probes.subspan(first + begin, end - begin);
    some.insert(some.end(), part.begin(), part.end());
  }
  return some;
}

/// The nearest cells come first: with what they hold the others are soon found to hold less.
void search_pass(const Pass& pass, ParallelFor parallel, std::span<const Cell> probes,
                 std::size_t width, std::int32_t minimum, std::vector<Hit>* hits) {
  const std::size_t begins[] = {0, std::min(kCellsFirst, width), width};
  std::vector<std::int32_t> floors(pass.n, minimum);
  std::vector<Workers> found;
  std::vector<HitKey> keys;
  for (std::size_t stage = 0; stage + 1 < std::size(begins); ++stage) {
    const std::size_t begin = begins[stage], end = begins[stage + 1];
    if (begin == end) continue;
    const Visits visits(columns(probes, width, begin, end), end - begin, pass.base.lists.cells());
    found.push_back(scan_visits({pass, visits, floors}, parallel));
    for (std::size_t query = 0; query < pass.n && end < width; ++query) {
      keys.clear();
      gather_keys(found.back(), query, keys);
      raise_floor(keys, pass.k, floors[query]);
    }
  }
  for (std::size_t query = 0; query < pass.n; ++query) {
    keys.clear();
    for (const Workers& workers : found) gather_keys(workers, query, keys);
    best_of(keys, pass.k, hits[query]);
  }
}

}  // namespace

void search_cells(const Kernels& kernels, ParallelFor parallel, const CellBase& base,
                  std::span<const std::int16_t> queries, std::size_t n,
                  std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                  std::vector<std::vector<Hit>>& hits) {
  hits.assign(n, {});
  if (n == 0 || k == 0) return;
  const std::size_t width = probes.size() / n, dimension = base.rows.dimension();
  const std::size_t pass = std::max<std::size_t>(1, kMostHeldHits / (2 * k));
  for (std::size_t first = 0; first < n; first += pass) {
    const std::size_t count = std::min(pass, n - first);
    const auto part = queries.subspan(first * dimension, count * dimension);
    std::optional<QueryCodes> codes;
    if (kernels.query_code_limit != 0 && base.coded.has_codes()) {
      codes.emplace(kernels, part, count, dimension);
    }
    search_pass({kernels, base, codes ? &*codes : nullptr, part, count, k}, parallel,
                probes.subspan(first * width, count * width), width, minimum, &hits[first]);
  }
}

}  // namespace memfold::index
