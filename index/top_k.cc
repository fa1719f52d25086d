#include "index/top_k.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "index/kernels.h"

namespace memfold::index {
namespace {

constexpr std::size_t kLeastSlack = 16;

// Kernels read floors a tile at a time; queries that are not there ask for nothing.
std::size_t whole_tiles(std::size_t n) {
  return (n + kTileQueries - 1) / kTileQueries * kTileQueries;
}

}  // namespace

TopK::TopK(std::size_t n, std::size_t k, std::int32_t minimum, Order order)
    : k_(k),
      capacity_(k + std::max(k, kLeastSlack)),
      order_(order),
      keys_(n * capacity_),
      counts_(n),
      floors_(whole_tiles(n), std::numeric_limits<std::int32_t>::max()),
      reached_(n, std::numeric_limits<std::int32_t>::min()) {
  std::fill_n(floors_.begin(), n, minimum);
}

void TopK::cut(std::size_t query) {
  HitKey* keys = &keys_[query * capacity_];
  std::nth_element(keys, keys + k_ - 1, keys + capacity_, std::greater<>());
  counts_[query] = static_cast<std::uint32_t>(k_);
  reached_[query] = key_dot(keys[k_ - 1]);
  const bool last = reached_[query] == std::numeric_limits<std::int32_t>::max();
  const bool equals_lose = order_ == Order::Ascending && !last;
  raise(query, equals_lose ? reached_[query] + 1 : reached_[query]);
}

void best_of(std::vector<HitKey>& keys, std::size_t k, std::vector<Hit>& hits) {
  const auto kept = std::ptrdiff_t(std::min(k, keys.size()));
  std::partial_sort(keys.begin(), keys.begin() + kept, keys.end(), std::greater<>());
  hits.resize(std::size_t(kept));
  std::transform(keys.begin(), keys.begin() + kept, hits.begin(), key_hit);
}

}  // namespace memfold::index
