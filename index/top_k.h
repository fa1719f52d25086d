// The best hits of many queries, collected while rows stream by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "index/vector_index.h"

namespace memfold::index {

/// A hit as one integer: of two hits the better one (larger dot, then smaller ordinal) has the
/// larger key.
using HitKey = std::uint64_t;

constexpr HitKey hit_key(std::int32_t dot, Ordinal ordinal) {
  const auto biased = static_cast<std::uint32_t>(dot) ^ 0x80000000u;
  return HitKey{biased} << 32 | (~ordinal & 0xffffffffu);
}
constexpr std::int32_t key_dot(HitKey key) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(key >> 32) ^ 0x80000000u);
}
constexpr Hit key_hit(HitKey key) {
  return {~static_cast<Ordinal>(key & 0xffffffffu), key_dot(key)};
}

/// Hits one collection may hold; more queries than that are searched in several passes.
inline constexpr std::size_t kMostHeldHits = 4 << 20;

/// For each of n queries the k best of the hits offered. Hits gather in a buffer that is cut back
/// to the best k when full, so that an offer costs a store and now and then a share of a selection.
/// Not synchronised: every worker has its own.
class TopK {
 public:
  /// In which order rows are offered.
  enum class Order { Ascending, Any };

  /// Hits with dot < minimum are left out. k > 0.
  TopK(std::size_t n, std::size_t k, std::int32_t minimum, Order order = Order::Ascending);

  /// One value a query: hits below it need not be offered. Where rows are offered in ascending
  /// ordinals, an equal dot that comes later loses and the floor is above the k-th best.
  const std::int32_t* floors() const { return floors_.data(); }

  void offer(std::size_t query, std::int32_t dot, Ordinal ordinal) {
    HitKey* keys = &keys_[query * capacity_];
    keys[counts_[query]++] = hit_key(dot, ordinal);
    if (counts_[query] == capacity_) cut(query);
  }

  /// A dot that k hits elsewhere reach: whatever is below it cannot be among the best. At first the
  /// least value there is.
  std::int32_t reached(std::size_t query) const { return reached_[query]; }
  /// Takes over what another collection has reached.
  void raise(std::size_t query, std::int32_t reached) {
    if (reached > floors_[query]) floors_[query] = reached;
  }

  /// What is held of a query: its best k, unordered, and perhaps others.
  std::span<const HitKey> keys(std::size_t query) const {
    return std::span(keys_).subspan(query * capacity_, counts_[query]);
  }

 private:
  void cut(std::size_t query);

  std::size_t k_, capacity_;
  Order order_;
  std::vector<HitKey> keys_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::int32_t> floors_, reached_;
};

/// The k best of `keys`, best first; `keys` is left in some order.
void best_of(std::vector<HitKey>& keys, std::size_t k, std::vector<Hit>& hits);

}  // namespace memfold::index
