// When a lane's vectors are sorted into cells, and how many of them are searched.
#pragma once

#include <memory>
#include <optional>

#include "engine/fold/lane.h"
#include "index/codebook.h"
#include "memfold/options.h"

namespace memfold {

/// Cells for so many current memories, never more than options.from; 0: none. 8 sqrt(from 4^i) at
/// from 4^i, of many 4 sqrt(from 4^i): then what is compared with to find the cells and what is
/// compared with in them stay near each other.
std::size_t wanted_cells(std::size_t memories, const CellOptions& options);

/// How many memories may come before more cells are wanted than the lane has. A batch is cut there:
/// cells are made of what there is at that very memory, however the facts came.
std::size_t until_more_cells(const Lane& lane, const CellOptions& options);

/// A codebook for the lane as it is, where it is to have more cells than it has; else null.
std::shared_ptr<const index::Codebook> more_cells(const Lane& lane, const CellOptions& options);

/// Cells a search looks in; 0: it compares with everything.
std::size_t probes_of(const Lane& lane, const CellOptions& options);

}  // namespace memfold
