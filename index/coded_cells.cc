#include "index/coded_cells.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "index/run_parallel.h"

namespace memfold::index {
namespace {

/// Short vectors are multiplied as fast as their codes are.
constexpr std::size_t kLeastCodedDimension = 64;
/// Blocks that are encoded at a time.
constexpr std::size_t kBlocksAtOnce = 512, kBlocksPerTask = 16;

}  // namespace

CodedCells::CodedCells(ImageSource& source, std::size_t dimension)
    : block_bytes_(BlockEncoder::block_bytes(dimension)),
      dimension_(dimension),
      codes_(source.bulk()) {
  parts(*this, TakeParts{source});
  const std::size_t blocks = live_.size();
  const bool fits = ordinals_.size() == blocks * kBlockRows &&
                    (empty() ? blocks == 0 : begins_[begins_.size() - 1] == blocks) &&
                    (codes_.size() == 0 ||
                     (codes_.size() == blocks * block_bytes_ && summaries_.size() == blocks));
  if (!fits) throw DamagedFile("cells and codes of different numbers of rows");
  filed_blocks_ = blocks;
  later_.resize(cells());
}

void CodedCells::append(const Kernels& kernels, Cell cell, std::span<const Ordinal> ordinals,
                        std::span<const std::int16_t> rows) {
  const auto block = static_cast<std::uint32_t>(live_.size());
  PackedBlocks& codes =
      later_codes_.emplace_back(1, block_bytes_ / kBlockRows / sizeof(std::int16_t));
  summaries_.push_back(encode(kernels, rows.data(), ordinals.size(), codes.block(0)));
  for (std::size_t i = 0; i < ordinals.size(); ++i) {
    places_.grow(std::size_t{ordinals[i]} + 1, kNowhere);
    places_[ordinals[i]] = static_cast<std::uint32_t>(block * kBlockRows + i);
  }
  ordinals_.append(ordinals);
  live_.push_back(~0u);
  later_[cell].push_back(block);
  later_cells_.push_back(cell);
}

CodedCells::Summary CodedCells::encode(const Kernels& kernels, const std::int16_t* rows,
                                       std::size_t count, std::int16_t* block) const {
  CodeSummary summary;
  BlockEncoder(kernels, dimension_).encode(rows, count, block, summary);
  Summary kept{summary.scale, summary.code_square, summary.residual_square, {}};
  for (std::size_t row = 0; row < count; ++row) {
    kept.sums[row] = summary.start[row] / -kernels.query_bias;
  }
  return kept;
}

void CodedCells::write(ImageSink& sink, const Kernels& kernels, std::size_t dimension,
                       const Rows& rows, ParallelFor parallel) {
  CodedCells made;
  made.block_bytes_ = BlockEncoder::block_bytes(dimension);
  made.dimension_ = dimension;
  made.place(rows);
  const bool coded = kernels.query_code_limit != 0 && dimension >= kLeastCodedDimension;
  sink.bulk([&](const ImageSink::Take& take) {
    if (coded) made.write_codes(kernels, rows, parallel, take);
  });
  parts(made, PutParts{sink});
}

void CodedCells::place(const Rows& rows) {
  if (rows.cells == 0) return;
  std::vector<std::uint32_t> begins{0}, places(rows.count, kNowhere), live;
  std::vector<Ordinal> ordinals;
  for (std::size_t c = 0; c < rows.cells; ++c) {
    const std::span<const Ordinal> members = rows.members(static_cast<Cell>(c));
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i % kBlockRows == 0) {
        live.push_back(0);
        ordinals.resize(live.size() * kBlockRows, kNowhere);
      }
      const std::size_t at = (live.size() - 1) * kBlockRows + i % kBlockRows;
      ordinals[at] = members[i];
      places[members[i]] = static_cast<std::uint32_t>(at);
      live.back() |= 1u << (i % kBlockRows);
    }
    begins.push_back(static_cast<std::uint32_t>(live.size()));
  }
  begins_ = Flat(std::move(begins));
  ordinals_ = Flat(std::move(ordinals));
  places_ = Flat(std::move(places));
  live_ = Flat(std::move(live));
}

void CodedCells::write_codes(const Kernels& kernels, const Rows& rows, ParallelFor parallel,
                             const ImageSink::Take& take) {
  const std::size_t blocks = live_.size();
  std::vector<Summary> summaries(blocks);
  const std::size_t room = std::min(blocks, kBlocksAtOnce);
  PackedBlocks packed(room, block_bytes_ / kBlockRows / sizeof(std::int16_t));
  for (std::size_t first = 0; first < blocks; first += kBlocksAtOnce) {
    const std::size_t count = std::min(kBlocksAtOnce, blocks - first);
    run_parallel(parallel, (count + kBlocksPerTask - 1) / kBlocksPerTask, [&](std::size_t task) {
      std::vector<std::int16_t> gathered(kBlockRows * dimension_);
      const std::size_t end = std::min(count, (task + 1) * kBlocksPerTask);
      for (std::size_t b = task * kBlocksPerTask; b < end; ++b) {
        std::size_t filled = 0;
        for (const Ordinal ordinal : ordinals(first + b)) {
          if (ordinal == kNowhere) break;
          std::memcpy(&gathered[filled++ * dimension_], rows.row(ordinal),
                      dimension_ * sizeof(std::int16_t));
        }
        summaries[first + b] = encode(kernels, gathered.data(), filled, packed.block(b));
      }
    });
    take({reinterpret_cast<const std::byte*>(packed.block(0)), count * block_bytes_});
  }
  summaries_ = Flat(std::move(summaries));
}

Cell CodedCells::cell(Ordinal ordinal) const {
  if (ordinal >= places_.size() || places_[ordinal] == kNowhere) return kNoCell;
  const std::uint32_t block = places_[ordinal] / std::uint32_t(kBlockRows);
  if (block >= filed_blocks_) return later_cells_[block - filed_blocks_];
  std::size_t begin = 0, end = cells();
  while (end - begin > 1) {
    const std::size_t middle = begin + (end - begin) / 2;
    (begins_[middle] <= block ? begin : end) = middle;
  }
  return static_cast<Cell>(begin);
}

void CodedCells::append_rows(Cell cell, std::vector<Ordinal>& rows) const {
  each_block(cell, [&](std::size_t b) {
    for (std::uint32_t left = live(b); left != 0; left &= left - 1) {
      rows.push_back(ordinals(b)[std::size_t(std::countr_zero(left))]);
    }
  });
}

void CodedCells::drop(Ordinal ordinal) {
  if (ordinal >= places_.size() || places_[ordinal] == kNowhere) return;
  const std::uint32_t place = places_[ordinal];
  live_[place / kBlockRows] &= ~(1u << (place % kBlockRows));
  places_[ordinal] = kNowhere;
}

const std::int16_t* CodedCells::codes(std::size_t block) const {
  if (block >= filed_blocks_) return later_codes_[block - filed_blocks_].block(0);
  return reinterpret_cast<const std::int16_t*>(codes_.at(block * block_bytes_, block_bytes_));
}

CodeSummary CodedCells::summary(std::size_t block, std::int32_t query_bias) const {
  const Summary& kept = summaries_[block];
  CodeSummary summary;
  summary.scale = kept.scale;
  summary.code_square = kept.code_square;
  summary.residual_square = kept.residual_square;
  for (std::size_t row = 0; row < kBlockRows; ++row) {
    summary.start[row] = -query_bias * kept.sums[row];
  }
  return summary;
}

std::size_t CodedCells::memory_bytes() const {
  return codes_.size() + codes_.memory_bytes() + later_codes_.size() * (block_bytes_ + 16) +
         begins_.memory_bytes() + ordinals_.memory_bytes() + places_.memory_bytes() +
         live_.memory_bytes() + summaries_.memory_bytes();
}

}  // namespace memfold::index
