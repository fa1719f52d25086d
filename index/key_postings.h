// Exact-key postings of one user: which rows carry a thread, a subject, an entity.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/flat.h"
#include "index/number_table.h"
#include "index/vector_index.h"

namespace memfold::index {

/// Maps a 64-bit key to the ordinals that carry it, ascending. Reads may run in parallel with each
/// other, not with a write.
class KeyPostings {
 public:
  /// Adding a pair twice and removing one that is not there change nothing.
  void add(Ordinal ordinal, std::span<const std::uint64_t> keys);
  void remove(Ordinal ordinal, std::span<const std::uint64_t> keys);

  /// Valid until the next write. Empty for an unknown key.
  std::span<const Ordinal> find(std::uint64_t key) const;
  std::size_t frequency(std::uint64_t key) const { return find(key).size(); }
  std::size_t memory_bytes() const;

  /// Visits everything that a copy of this is made of, in a fixed order.
  template <typename Self, typename Visit>
  static void parts(Self& self, const Visit& visit) {
    visit(self.slots_);
    visit(self.used_);
    visit(self.pool_);
  }

 private:
  /// Ordinals that fit in a slot itself: most keys have no more.
  static constexpr std::uint32_t kInline = 3;
  /// An entry of the hash table; empty when count is 0. Open addressing with linear probing;
  /// removal shifts back what follows, so there are no tombstones.
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t count = 0;
    /// The ordinals, or in [0] where their list lies in the pool when there are more than kInline.
    Ordinal ordinals[kInline] = {};
  };

  std::size_t home(std::uint64_t key) const { return first_place(key, slots_.size()); }
  std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }
  std::size_t probe(std::uint64_t key) const;
  std::span<const Ordinal> ordinals(const Slot& slot) const;
  std::span<Ordinal> ordinals(Slot& slot);
  void grow();
  void add(std::uint64_t key, Ordinal ordinal);
  void remove(std::uint64_t key, Ordinal ordinal);
  void make_room(Slot& slot);
  void take_in(Slot& slot);
  void close_gap(std::size_t gap);
  std::uint32_t take_block(std::size_t size_class);

  Flat<Slot> slots_;
  std::uint64_t used_ = 0;
  /// Lists, each in a block of a power of two that has room for it.
  Flat<Ordinal> pool_;
  std::vector<std::vector<std::uint32_t>> free_blocks_;  ///< by the power of two
};

}  // namespace memfold::index
