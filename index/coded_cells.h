// The rows of each cell as int8 codes, side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "index/codes.h"
#include "index/image.h"
#include "index/vector_index.h"

namespace memfold::index {

/// Which rows lie in which cell, in blocks of kBlockRows that belong to one cell each, and the
/// codes of each block: first as they come from a file, then those of whole blocks of later rows.
/// Rows go when they are removed or changed. Reads may run in parallel with each other, not with a
/// write.
class CodedCells {
 public:
  CodedCells() = default;
  /// What write() wrote, of rows of this dimension. Throws DamagedFile.
  CodedCells(ImageSource& source, std::size_t dimension);

  struct Rows {
    std::size_t cells;
    std::function<std::span<const Ordinal>(Cell)> members;  ///< ascending; valid until the next
    std::function<const std::int16_t*(Ordinal)> row;        ///< called from several threads
    std::size_t count;                                      ///< all ordinals are below it
  };
  /// Codes as these kernels like them; none where they read none.
  static void write(ImageSink& sink, const Kernels& kernels, std::size_t dimension,
                    const Rows& rows, ParallelFor parallel);

  bool empty() const { return begins_.empty(); }
  std::size_t cells() const { return empty() ? 0 : begins_.size() - 1; }
  bool has_codes() const { return codes_.size() > 0; }
  /// Another block of a cell: kBlockRows rows, ascending. Needs codes, and kernels that make them.
  void append(const Kernels& kernels, Cell cell, std::span<const Ordinal> ordinals,
              std::span<const std::int16_t> rows);

  /// kNoCell for a row that is not here, or no longer.
  Cell cell(Ordinal ordinal) const;
  void drop(Ordinal ordinal);

  /// Calls visit(block) for those of a cell.
  template <typename Visit>
  void each_block(Cell cell, const Visit& visit) const {
    if (empty()) return;
    for (std::size_t b = begins_[cell]; b < begins_[cell + std::size_t{1}]; ++b) visit(b);
    for (const std::uint32_t b : later_[cell]) visit(std::size_t{b});
  }
  std::size_t blocks(std::size_t cell) const {
    return empty() ? 0 : begins_[cell + 1] - begins_[cell] + later_[cell].size();
  }
  /// Appends the live rows of a cell, in no order.
  void append_rows(Cell cell, std::vector<Ordinal>& rows) const;
  std::uint32_t live(std::size_t block) const { return live_[block]; }
  std::span<const Ordinal> ordinals(std::size_t block) const {
    return ordinals_.span(block * kBlockRows, kBlockRows);
  }
  /// Needs codes; valid as long as this is. Throws DamagedFile.
  const std::int16_t* codes(std::size_t block) const;
  CodeSummary summary(std::size_t block, std::int32_t query_bias) const;

  std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  /// CodeSummary without what depends on the kernels that read it.
  struct Summary {
    std::int32_t scale;
    std::uint32_t code_square, residual_square;
    std::int32_t sums[kBlockRows];  ///< of the codes of each row
  };
  template <typename Self, typename Visit>
  static void parts(Self& self, const Visit& visit) {
    visit(self.begins_);
    visit(self.ordinals_);
    visit(self.places_);
    visit(self.live_);
    visit(self.summaries_);
  }
  void place(const Rows& rows);
  Summary encode(const Kernels& kernels, const std::int16_t* rows, std::size_t count,
                 std::int16_t* block) const;
  void write_codes(const Kernels& kernels, const Rows& rows, ParallelFor parallel,
                   const ImageSink::Take& take);

  std::size_t block_bytes_ = 0, dimension_ = 0, filed_blocks_ = 0;
  VerifiedBytes codes_;
  Flat<std::uint32_t> begins_;  ///< [cells + 1]
  Flat<Ordinal> ordinals_;      ///< by block and row; kNowhere: filled up
  Flat<std::uint32_t> places_;  ///< by ordinal: where it stands there
  Flat<std::uint32_t> live_;    ///< by block, a bit a row
  Flat<Summary> summaries_;     ///< by block, where there are codes

  std::vector<std::vector<std::uint32_t>> later_;  ///< by cell: blocks that were appended
  std::vector<PackedBlocks> later_codes_;          ///< of these, from filed_blocks_ on
  std::vector<Cell> later_cells_;
};

}  // namespace memfold::index
