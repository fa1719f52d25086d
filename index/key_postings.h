// Exact-key postings of one user: which rows carry a thread, a subject, an entity.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/vector_index.h"

namespace memfold::index {

/// Maps a 64-bit key to the ordinals that carry it, ascending. Reads may run in parallel with each
/// other, not with a write.
class KeyPostings {
 public:
  KeyPostings();
  ~KeyPostings();
  KeyPostings(KeyPostings&&) noexcept;
  KeyPostings& operator=(KeyPostings&&) noexcept;

  /// Adding a pair twice and removing one that is not there change nothing.
  void add(Ordinal ordinal, std::span<const std::uint64_t> keys);
  void remove(Ordinal ordinal, std::span<const std::uint64_t> keys);

  /// Valid until the next write. Empty for an unknown key.
  std::span<const Ordinal> find(std::uint64_t key) const;
  std::size_t frequency(std::uint64_t key) const { return find(key).size(); }
  std::size_t memory_bytes() const;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace memfold::index
