// Which rows lie in which cell of a codebook.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "index/vector_index.h"

namespace memfold::index {

/// Lists of ordinals, ascending. Reads may run in parallel with each other, not with a write.
class CellLists {
 public:
  explicit CellLists(std::size_t cells) : lists_(cells) {}

  std::size_t cells() const { return lists_.size(); }
  /// kNoCell for a row that is in none.
  Cell of(Ordinal ordinal) const { return ordinal < cells_.size() ? cells_[ordinal] : kNoCell; }
  std::span<const Ordinal> rows(Cell cell) const { return lists_[cell]; }

  /// Moves a row from where it is.
  void put(Ordinal ordinal, Cell cell) {
    remove(ordinal);
    if (cell == kNoCell) return;
    if (ordinal >= cells_.size()) cells_.resize(std::size_t(ordinal) + 1, kNoCell);
    cells_[ordinal] = cell;
    std::vector<Ordinal>& list = lists_[cell];
    const bool last = list.empty() || list.back() < ordinal;
    list.insert(last ? list.end() : std::lower_bound(list.begin(), list.end(), ordinal), ordinal);
  }
  /// Takes the first rows of a cell out.
  std::vector<Ordinal> take(Cell cell, std::size_t count) {
    std::vector<Ordinal>& list = lists_[cell];
    const auto end = list.begin() + std::ptrdiff_t(count);
    std::vector<Ordinal> taken(list.begin(), end);
    list.erase(list.begin(), end);
    for (const Ordinal ordinal : taken) cells_[ordinal] = kNoCell;
    return taken;
  }
  void remove(Ordinal ordinal) {
    const Cell cell = of(ordinal);
    if (cell == kNoCell) return;
    cells_[ordinal] = kNoCell;
    std::vector<Ordinal>& list = lists_[cell];
    list.erase(std::lower_bound(list.begin(), list.end(), ordinal));
  }

  std::size_t memory_bytes() const {
    std::size_t bytes = cells_.capacity() * sizeof(Cell) + lists_.capacity() * sizeof(lists_[0]);
    for (const auto& list : lists_) bytes += list.capacity() * sizeof(Ordinal);
    return bytes;
  }

 private:
  std::vector<std::vector<Ordinal>> lists_;
  std::vector<Cell> cells_;  ///< by ordinal
};

}  // namespace memfold::index
