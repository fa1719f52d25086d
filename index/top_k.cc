#include "index/top_k.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>

namespace memfold::index {
namespace {

/// Rows a task scans: work enough to pay for a task, small enough to spread over cores.
constexpr std::size_t kRowsPerTask = 32 * kBlockRows;

/// Fewer queries than this are not worth packing rows for: each row is read once and multiplied.
constexpr std::size_t kTiledFrom = 6;

/// No product reaches it: padding queries never report.
constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();

bool better(const Hit& a, const Hit& b) {
  return a.dot != b.dot ? a.dot > b.dot : a.ordinal < b.ordinal;
}

/// What a product must reach to matter, per query, shared by all tasks. Any task's k-th best is a
/// lower bound of the final one, so pruning by it loses nothing; a tie may still win by ordinal.
class SharedBounds {
 public:
  SharedBounds(std::size_t n, std::int32_t minimum)
      : bounds_(std::make_unique<std::atomic<std::int32_t>[]>(n)) {
    for (std::size_t i = 0; i < n; ++i) bounds_[i].store(minimum, std::memory_order_relaxed);
  }
  std::int32_t get(std::size_t query) const {
    return bounds_[query].load(std::memory_order_relaxed);
  }
  void raise(std::size_t query, std::int32_t value) {
    std::int32_t seen = get(query);
    while (seen < value &&
           !bounds_[query].compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }

 private:
  std::unique_ptr<std::atomic<std::int32_t>[]> bounds_;
};

/// The k best of one query among the rows of one task, which arrive in ascending ordinal.
class Best {
 public:
  void offer(const Hit& hit, std::size_t k) {
    if (hits_.size() == k) {
      if (!better(hit, hits_.front())) return;
      std::pop_heap(hits_.begin(), hits_.end(), better);
      hits_.back() = hit;
    } else {
      hits_.push_back(hit);
    }
    std::push_heap(hits_.begin(), hits_.end(), better);  // the worst is in front
  }
  bool full(std::size_t k) const { return hits_.size() == k; }
  std::int32_t worst() const { return hits_.front().dot; }
  const std::vector<Hit>& hits() const { return hits_; }

 private:
  std::vector<Hit> hits_;
};

struct QueryHit {
  std::uint32_t query;
  Hit hit;
};

class Search {
 public:
  Search(const Kernels& kernels, const RowSet& set, std::span<const std::int16_t> queries,
         std::size_t n, std::size_t k, std::int32_t minimum)
      : kernels_(kernels),
        set_(set),
        queries_(queries),
        n_(n),
        k_(k),
        tiled_(n >= kTiledFrom ? n : 0),
        tiles_(queries, tiled_, set.dimension),
        bounds_(n, minimum),
        results_((set.count + kRowsPerTask - 1) / kRowsPerTask) {}

  std::size_t tasks() const { return results_.size(); }

  void run_task(std::size_t task) {
    const std::size_t begin = task * kRowsPerTask;
    const std::size_t end = std::min(set_.count, begin + kRowsPerTask);
    std::vector<Best> best(n_);
    if (tiled_ != 0) {
      scan_tiled(begin, end, best);
    } else {
      scan_rows(begin, end, best);
    }
    for (std::size_t q = 0; q < n_; ++q) {
      for (const Hit& hit : best[q].hits()) {
        results_[task].push_back({static_cast<std::uint32_t>(q), hit});
      }
    }
  }

  void collect(std::vector<std::vector<Hit>>& hits) const {
    hits.assign(n_, {});
    for (const auto& result : results_) {
      for (const QueryHit& found : result) hits[found.query].push_back(found.hit);
    }
    for (std::vector<Hit>& list : hits) {
      std::sort(list.begin(), list.end(), better);
      if (list.size() > k_) list.resize(k_);
    }
  }

 private:
  void offer(std::size_t query, std::size_t row, std::int32_t dot, std::vector<Best>& best) {
    if (set_.dead[row]) return;
    best[query].offer({static_cast<Ordinal>(row), dot}, k_);
    if (best[query].full(k_)) bounds_.raise(query, best[query].worst());
  }

  void scan_rows(std::size_t begin, std::size_t end, std::vector<Best>& best) {
    const std::size_t dimension = set_.dimension;
    for (std::size_t row = begin; row < end; ++row) {
      for (std::size_t q = 0; q < n_; ++q) {
        const std::int32_t dot =
            kernels_.dot(queries_.data() + q * dimension, set_.rows + row * dimension, dimension);
        if (dot >= bounds_.get(q)) offer(q, row, dot, best);
      }
    }
  }

  /// Packs a block once and lets every query pass over it while it is in cache.
  void scan_tiled(std::size_t begin, std::size_t end, std::vector<Best>& best) {
    std::vector<std::int16_t> block(kBlockRows * tiles_.stride());
    alignas(64) std::int32_t products[kTileQueries * kBlockRows];
    std::int32_t thresholds[kTileQueries];
    std::uint32_t above[kTileQueries];
    for (std::size_t first = begin; first < end; first += kBlockRows) {
      const std::size_t count = std::min(kBlockRows, end - first);
      const std::uint32_t present =
          count == kBlockRows ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1;
      kernels_.pack(set_.rows + first * set_.dimension, count, set_.dimension, block.data());
      for (std::size_t t = 0; t < tiles_.tiles(); ++t) {
        for (std::size_t i = 0; i < kTileQueries; ++i) {
          const std::size_t q = t * kTileQueries + i;
          thresholds[i] = q < n_ ? bounds_.get(q) : kNever;
        }
        kernels_.tile(tiles_.tile(t), tiles_.stride(), block.data(), tiles_.pairs(), thresholds,
                      products, above);
        for (std::size_t i = 0; i < kTileQueries; ++i) {
          for (std::uint32_t bits = above[i] & present; bits != 0; bits &= bits - 1) {
            const auto r = static_cast<std::size_t>(__builtin_ctz(bits));
            offer(t * kTileQueries + i, first + r, products[i * kBlockRows + r], best);
          }
        }
      }
    }
  }

  const Kernels& kernels_;
  const RowSet& set_;
  std::span<const std::int16_t> queries_;
  std::size_t n_, k_, tiled_;
  TiledQueries tiles_;
  SharedBounds bounds_;
  std::vector<std::vector<QueryHit>> results_;  ///< by task
};

}  // namespace

TiledQueries::TiledQueries(std::span<const std::int16_t> rows, std::size_t n, std::size_t dimension)
    : stride_((dimension + 1) / 2 * 2),
      tiles_((n + kTileQueries - 1) / kTileQueries),
      values_(tiles_ * kTileQueries * stride_, 0) {
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(rows.data() + i * dimension, dimension, values_.data() + i * stride_);
  }
}

void search_top_k(const Kernels& kernels, const RowSet& set, std::span<const std::int16_t> queries,
                  std::size_t n, std::size_t k, std::int32_t minimum, ParallelFor parallel,
                  std::vector<std::vector<Hit>>& hits) {
  if (n == 0 || k == 0 || set.count == 0) {
    hits.assign(n, {});
    return;
  }
  Search search(kernels, set, queries, n, k, minimum);
  parallel(
      search.tasks(),
      [](void* context, std::size_t task) { static_cast<Search*>(context)->run_task(task); },
      &search);
  search.collect(hits);
}

void serial_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context) {
  for (std::size_t i = 0; i < count; ++i) body(context, i);
}

void inner_products(std::span<const std::int16_t> a, std::size_t na,
                    std::span<const std::int16_t> b, std::size_t nb, int dimension,
                    std::span<std::int32_t> out) {
  const Kernels& kernels = active_kernels();
  const auto d = std::size_t(dimension);
  if (na < kTiledFrom || nb < kTiledFrom) {
    for (std::size_t i = 0; i < na; ++i) {
      for (std::size_t j = 0; j < nb; ++j) {
        out[i * nb + j] = kernels.dot(a.data() + i * d, b.data() + j * d, d);
      }
    }
    return;
  }
  const TiledQueries tiles(a, na, d);
  std::vector<std::int16_t> block(kBlockRows * tiles.stride());
  std::int32_t thresholds[kTileQueries];
  std::fill(std::begin(thresholds), std::end(thresholds), kNever);
  alignas(64) std::int32_t products[kTileQueries * kBlockRows];
  std::uint32_t above[kTileQueries];
  for (std::size_t first = 0; first < nb; first += kBlockRows) {
    const std::size_t count = std::min(kBlockRows, nb - first);
    kernels.pack(b.data() + first * d, count, d, block.data());
    for (std::size_t t = 0; t < tiles.tiles(); ++t) {
      kernels.tile(tiles.tile(t), tiles.stride(), block.data(), tiles.pairs(), thresholds, products,
                   above);
      for (std::size_t i = t * kTileQueries; i < std::min(na, (t + 1) * kTileQueries); ++i) {
        std::copy_n(products + (i % kTileQueries) * kBlockRows, count, out.data() + i * nb + first);
      }
    }
  }
}

}  // namespace memfold::index
