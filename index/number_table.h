// A hash table of numbers: places in an array where what is looked up lies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "index/flat.h"

namespace memfold::index {

/// Where something hashed lies at first in a table of this many places, a power of two. Hashes are
/// uniform already; the multiplication guards against ones that are not.
inline std::size_t first_place(std::uint64_t hash, std::size_t places) {
  const std::uint64_t mixed = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
  return static_cast<std::size_t>(mixed >> 32) & (places - 1);
}

/// Open addressing with linear probing; what a number stands for is known to the caller alone.
/// Reads may run in parallel with each other, not with a write.
class NumberTable {
 public:
  /// The number filed under `hash` for which is(number) holds.
  template <typename Is>
  std::optional<std::uint32_t> find(std::uint64_t hash, const Is& is) const {
    if (places_.empty()) return std::nullopt;
    for (std::size_t i = home(hash); places_[i] != 0; i = next(i)) {
      if (is(places_[i] - 1)) return places_[i] - 1;
    }
    return std::nullopt;
  }

  /// Files a number, in the place of one for which is() holds where there is one. hash_of(number)
  /// says what it and those before it are filed under.
  template <typename Is, typename HashOf>
  void put(std::uint32_t number, const Is& is, const HashOf& hash_of) {
    if ((used_ + 1) * 4 > places_.size() * 3) grow(hash_of);
    std::size_t i = home(hash_of(number));
    while (places_[i] != 0 && !is(places_[i] - 1)) i = next(i);
    if (places_[i] == 0) ++used_;
    places_[i] = number + 1;
  }

  /// Empties it, and makes room for this many.
  void clear(std::size_t expected = 0) {
    std::size_t places = kLeastPlaces;
    while (expected * 4 > places * 3) places *= 2;
    places_ = Flat(std::vector<std::uint32_t>(places));
    used_ = 0;
  }
  std::size_t memory_bytes() const { return places_.memory_bytes(); }

  template <typename Self, typename Visit>
  static void parts(Self& self, const Visit& visit) {
    visit(self.places_);
    visit(self.used_);
  }

 private:
  static constexpr std::size_t kLeastPlaces = 64;

  std::size_t home(std::uint64_t hash) const { return first_place(hash, places_.size()); }
  std::size_t next(std::size_t i) const { return (i + 1) & (places_.size() - 1); }

  template <typename HashOf>
  void grow(const HashOf& hash_of) {
    const Flat<std::uint32_t> old = std::move(places_);
    places_ = Flat(std::vector<std::uint32_t>(std::max(kLeastPlaces, old.size() * 2)));
    for (std::size_t o = 0; o < old.size(); ++o) {
      if (old[o] == 0) continue;
      std::size_t i = home(hash_of(old[o] - 1));
      while (places_[i] != 0) i = next(i);
      places_[i] = old[o];
    }
  }

  Flat<std::uint32_t> places_;  ///< number + 1; 0: free
  std::uint64_t used_ = 0;
};

}  // namespace memfold::index
