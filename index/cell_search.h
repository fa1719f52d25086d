// The best rows of a few cells each query names: what an index does once it has a codebook.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/cell_lists.h"
#include "index/coded_cells.h"
#include "index/kernels.h"
#include "index/row_store.h"
#include "index/vector_index.h"

namespace memfold::index {

/// What is searched. Borrowed.
struct CellBase {
  const RowStore& rows;
  const CodedCells& coded;  ///< the cells of some rows; may be empty
  const CellLists& lists;   ///< of the others
};

/// VectorIndex::search_near: of each query the k best rows in the cells it names,
/// probes [n x width], the nearest first; kNoCell names none. Every product is exact: codes only
/// tell which rows cannot be among the best (codes.h).
void search_cells(const Kernels& kernels, ParallelFor parallel, const CellBase& base,
                  std::span<const std::int16_t> queries, std::size_t n,
                  std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                  std::vector<std::vector<Hit>>& hits);

}  // namespace memfold::index
