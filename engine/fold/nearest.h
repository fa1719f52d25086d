// The nearest memories of each fact of a batch, as if facts were searched one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/fold/lane.h"

namespace memfold {

/// Searches a whole batch against the index as it stood at the start with one matrix product, and
/// the batch against itself with another; nearest(i) then corrects the answer of fact i by what
/// facts 0..i-1 have added, replaced or removed since. The answer is exact: equal to a search of
/// the index at that moment (P1), at the cost of one pass over the vectors a batch. With cells such
/// a search is one of the cells nearest to the fact: what the batch itself put elsewhere is passed
/// over as well.
class BatchSearch {
 public:
  /// `rows` [n x dimension] and `lane` outlive the search. Changes to the lane go through it.
  /// `probes`: cells that are searched (engine/fold/cells.h); 0: everything.
  BatchSearch(Lane& lane, std::span<const std::int16_t> rows, std::size_t n, std::size_t k,
              std::size_t probes);

  /// The k nearest current memories of fact i now, best first, ties in ascending ordinal.
  std::vector<index::Hit> nearest(std::size_t i) const;

  /// Tells that fact i was added to the lane at `ordinal`.
  void added(std::size_t i, Ordinal ordinal);
  /// Tells that the row at `ordinal` was overwritten in the lane by `row`.
  void replaced(Ordinal ordinal, std::span<const std::int16_t> row);
  // Removal needs no notice: the lane's index says what is live.

  /// Where fact i lies itself, when there are cells.
  std::optional<index::Cell> cell(std::size_t i) const;

  /// Inner products of fact i with any rows of the lane.
  std::vector<std::int32_t> dots(std::size_t i, std::span<const Ordinal> ordinals) const;

 private:
  std::span<const std::int16_t> row(std::size_t i) const;
  void search(std::size_t first, std::size_t n, std::size_t k,
              std::vector<std::vector<index::Hit>>& hits) const;
  /// Whether fact i looks where this row lies.
  bool sees(std::size_t i, Ordinal ordinal) const;

  struct Replacement {
    Ordinal ordinal;
    std::vector<std::int32_t> dots;  ///< with every fact of the batch
  };

  Lane& lane_;
  std::span<const std::int16_t> rows_;
  std::size_t n_, k_, fetched_, dimension_;
  std::vector<index::Cell> probes_;                 ///< [n x any], nearest first; none: everything
  Ordinal base_size_;                               ///< rows in the index at the start
  std::vector<std::vector<index::Hit>> base_hits_;  ///< against the index at the start
  std::vector<std::int32_t> gram_;                  ///< [n x n] fact against fact
  std::vector<std::pair<std::size_t, Ordinal>> added_;
  std::vector<Replacement> replacements_;
};

}  // namespace memfold
