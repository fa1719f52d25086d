// VectorIndex over chunks of rows: a full chunk never moves, so growing copies at most one chunk.
#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "index/cell_search.h"
#include "index/codebook.h"
#include "index/dispatch.h"
#include "index/search.h"
#include "index/vector_index.h"
#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold::index {
namespace {

/// Bytes of a full chunk, about.
constexpr std::size_t kChunkBytes = 8 << 20;
/// Chunks hold a multiple of this many rows, so that each begins on a word of the live bits.
constexpr std::size_t kWordBits = 64;

/// Whole rows, row-major.
using Chunk = std::vector<std::int16_t>;

int checked(int dimension) {
  if (dimension >= 1 && dimension <= kMaxDimension) return dimension;
  throw Error(ErrorCode::InvalidArgument, "dimension " + std::to_string(dimension) +
                                              " is outside 1.." + std::to_string(kMaxDimension));
}

std::size_t rows_per_chunk(int dimension) {
  const std::size_t row_bytes = static_cast<std::size_t>(dimension) * sizeof(std::int16_t);
  return std::bit_floor(std::max(kChunkBytes / row_bytes, kWordBits));
}

class RowIndex final : public VectorIndex {
 public:
  RowIndex(int dimension, ParallelFor parallel)
      : kernels_(active_kernels()),
        parallel_(parallel),
        dimension_(checked(dimension)),
        chunk_rows_(rows_per_chunk(dimension)),
        chunks_(1) {}

  int dimension() const override { return dimension_; }
  std::size_t size() const override { return size_; }
  std::size_t live_size() const override { return live_size_; }

  std::size_t memory_bytes() const override {
    std::size_t bytes = sizeof(*this) + live_.capacity() * sizeof(live_[0]);
    for (const Chunk& chunk : chunks_) bytes += sizeof(chunk) + chunk.capacity() * sizeof(chunk[0]);
    if (lists_) bytes += lists_->memory_bytes() + codebook_->memory_bytes();
    return bytes;
  }

  Ordinal add(std::span<const std::int16_t> rows, std::span<const Cell> cells) override {
    if (rows.size() % width() != 0) {
      throw Error(ErrorCode::InvalidArgument,
                  "added values are no whole rows of dimension " + std::to_string(dimension_));
    }
    const std::size_t count = rows.size() / width(), first = size_;
    if (count > std::numeric_limits<Ordinal>::max() - first) {
      throw Error(ErrorCode::InvalidArgument, "an index holds fewer than 2^32 rows");
    }
    std::vector<Cell> found;
    if (lists_ && cells.size() != count) {
      found = codebook_->nearest(rows, count, 1, parallel_);
      cells = found;
    }
    live_.resize((first + count + kWordBits - 1) / kWordBits);
    while (!rows.empty()) {
      Chunk& chunk = chunk_with_room(rows.size() / width());
      const std::size_t fit = std::min(rows.size() / width(), chunk_rows_ - rows_of(chunk));
      const auto next = rows.first(fit * width());
      chunk.insert(chunk.end(), next.begin(), next.end());
      rows = rows.subspan(fit * width());
      for (std::size_t i = 0; i < fit; ++i, ++size_, ++live_size_) {
        live_[size_ / kWordBits] |= bit(static_cast<Ordinal>(size_));
        if (lists_) lists_->put(static_cast<Ordinal>(size_), cells[size_ - first]);
      }
    }
    return static_cast<Ordinal>(first);
  }

  void replace(Ordinal ordinal, std::span<const std::int16_t> row) override {
    check(ordinal);
    if (row.size() != width()) {
      throw Error(ErrorCode::InvalidArgument, "a row of " + std::to_string(row.size()) +
                                                  " values, dimension " +
                                                  std::to_string(dimension_));
    }
    std::copy(row.begin(), row.end(), chunks_[ordinal / chunk_rows_].begin() + place(ordinal));
    if (lists_ && is_live(ordinal)) {
      lists_->put(ordinal, codebook_->nearest(row, 1, 1, parallel_).front());
    }
  }

  void remove(Ordinal ordinal) override {
    if (!is_live(ordinal)) return;
    live_[ordinal / kWordBits] &= ~bit(ordinal);
    --live_size_;
    if (lists_) lists_->remove(ordinal);
  }

  bool is_live(Ordinal ordinal) const override {
    check(ordinal);
    return (live_[ordinal / kWordBits] & bit(ordinal)) != 0;
  }

  std::span<const std::int16_t> row(Ordinal ordinal) const override {
    check(ordinal);
    return std::span(chunks_[ordinal / chunk_rows_]).subspan(place(ordinal), width());
  }

  void search(std::span<const std::int16_t> queries, std::size_t n, std::size_t k,
              std::int32_t minimum, std::vector<std::vector<Hit>>& hits) const override {
    check(queries, n);
    std::vector<Segment> segments;
    segments.reserve(chunks_.size());
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      segments.push_back(
          {chunks_[i].data(), rows_of(chunks_[i]), static_cast<Ordinal>(i * chunk_rows_)});
    }
    search_exactly(kernels_, parallel_, {width(), segments, live_}, queries, n,
                   std::min(k, live_size_), minimum, hits);
  }

  void use(std::shared_ptr<const Codebook> codebook) override {
    if (codebook && codebook->dimension() != dimension_) {
      throw Error(ErrorCode::InvalidArgument, "a codebook of dimension " +
                                                  std::to_string(codebook->dimension()) +
                                                  " for rows of " + std::to_string(dimension_));
    }
    lists_.reset();
    codebook_ = std::move(codebook);
    if (!codebook_) return;
    lists_.emplace(codebook_->cells());
    Ordinal ordinal = 0;
    for (const Chunk& chunk : chunks_) {
      const std::vector<Cell> cells = codebook_->nearest(chunk, rows_of(chunk), 1, parallel_);
      for (const Cell cell : cells) {
        if (is_live(ordinal)) lists_->put(ordinal, cell);
        ++ordinal;
      }
    }
  }

  const std::shared_ptr<const Codebook>& codebook() const override { return codebook_; }
  Cell cell(Ordinal ordinal) const override { return lists_ ? lists_->of(ordinal) : kNoCell; }
  ParallelFor spread() const override { return parallel_; }

  void search_near(std::span<const std::int16_t> queries, std::size_t n,
                   std::span<const Cell> probes, std::size_t k, std::int32_t minimum,
                   std::vector<std::vector<Hit>>& hits) const override {
    check(queries, n);
    if (!lists_ || (n > 0 && probes.size() % n != 0)) {
      throw Error(ErrorCode::InvalidArgument, "no cells to search, or not as many for each query");
    }
    std::vector<const std::int16_t*> chunks;
    chunks.reserve(chunks_.size());
    for (const Chunk& chunk : chunks_) chunks.push_back(chunk.data());
    search_cells(kernels_, parallel_, {chunks, chunk_rows_, width()}, *lists_, queries, n, probes,
                 std::min(k, live_size_), minimum, hits);
  }

 private:
  std::size_t width() const { return static_cast<std::size_t>(dimension_); }
  std::size_t rows_of(const Chunk& chunk) const { return chunk.size() / width(); }
  /// Of a row's first value in its chunk.
  std::size_t place(Ordinal ordinal) const { return ordinal % chunk_rows_ * width(); }

  static std::uint64_t bit(Ordinal ordinal) { return std::uint64_t{1} << (ordinal % kWordBits); }

  void check(Ordinal ordinal) const {
    if (ordinal < size_) return;
    throw Error(ErrorCode::InvalidArgument,
                "no row " + std::to_string(ordinal) + " in an index of " + std::to_string(size_));
  }

  void check(std::span<const std::int16_t> queries, std::size_t n) const {
    if (queries.size() == n * width()) return;
    throw Error(ErrorCode::InvalidArgument, std::to_string(queries.size()) + " values are not " +
                                                std::to_string(n) + " queries of dimension " +
                                                std::to_string(dimension_));
  }

  /// The last chunk, or a new one when that is full, with room for `wanted` rows or as many as a
  /// chunk may have. Grows by a quarter: little lies unused.
  Chunk& chunk_with_room(std::size_t wanted) {
    if (rows_of(chunks_.back()) == chunk_rows_) chunks_.emplace_back();
    Chunk& chunk = chunks_.back();
    const std::size_t room = chunk.capacity() / width();
    const std::size_t needed = rows_of(chunk) + wanted;
    if (needed > room) {
      chunk.reserve(std::min(std::max(needed, room + room / 4), chunk_rows_) * width());
    }
    return chunk;
  }

  const Kernels& kernels_;
  ParallelFor parallel_;
  int dimension_;
  std::size_t chunk_rows_;
  std::size_t size_ = 0, live_size_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<std::uint64_t> live_;
  std::shared_ptr<const Codebook> codebook_;
  std::optional<CellLists> lists_;  ///< of the codebook, where there is one
};

}  // namespace

void serial_for(std::size_t count, void (*body)(void* context, std::size_t i), void* context) {
  for (std::size_t i = 0; i < count; ++i) body(context, i);
}

std::unique_ptr<VectorIndex> make_index(int dimension, ParallelFor parallel) {
  return std::make_unique<RowIndex>(dimension, parallel);
}

void inner_products(std::span<const std::int16_t> a, std::size_t na,
                    std::span<const std::int16_t> b, std::size_t nb, int dimension,
                    std::span<std::int32_t> out) {
  multiply_all(active_kernels(), a, na, b, nb, dimension, out);
}

}  // namespace memfold::index
