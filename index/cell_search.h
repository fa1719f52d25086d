// The best rows of a few cells each query names: what an index does once it has a codebook.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/cell_lists.h"
#include "index/kernels.h"
#include "index/vector_index.h"

namespace memfold::index {

/// Rows in chunks of `chunk_rows`, all but the last one full. Borrowed.
struct RowChunks {
  std::span<const std::int16_t* const> chunks;
  std::size_t chunk_rows, dimension;
  const std::int16_t* row(Ordinal ordinal) const {
    return chunks[ordinal / chunk_rows] + ordinal % chunk_rows * dimension;
  }
};

/// VectorIndex::search_near: of each query the k best rows in the cells it names,
/// probes [n x width]; kNoCell names none. Every product is exact.
void search_cells(const Kernels& kernels, ParallelFor parallel, const RowChunks& rows,
                  const CellLists& lists, std::span<const std::int16_t> queries, std::size_t n,
                  std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                  std::vector<std::vector<Hit>>& hits);

}  // namespace memfold::index
