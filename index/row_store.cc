#include "index/row_store.h"

namespace memfold::index {
namespace {

/// Bytes of a full chunk, about.
constexpr std::size_t kChunkBytes = 8 << 20;

std::size_t rows_per_chunk(std::size_t dimension) {
  return std::bit_floor(
      std::max(kChunkBytes / (dimension * sizeof(std::int16_t)), RowStore::kGroupRows));
}

}  // namespace

RowStore::RowStore(std::size_t dimension) : RowStore(dimension, {}) {}

RowStore::RowStore(std::size_t dimension, VerifiedBytes kept)
    : dimension_(dimension),
      chunk_rows_(rows_per_chunk(dimension)),
      kept_rows_(kept.size() / row_bytes()),
      kept_(std::move(kept)),
      chunks_(1) {
  if (kept_.size() % (kGroupRows * row_bytes()) != 0) {
    throw DamagedFile("no whole groups of rows");
  }
}

/// The last chunk, or a new one when that is full, with room for `wanted` rows or as many as a
/// chunk may have. Grows by a quarter: little lies unused.
RowStore::Chunk& RowStore::chunk_with_room(std::size_t wanted) {
  if (last_rows() == chunk_rows_) chunks_.emplace_back();
  Chunk& chunk = chunks_.back();
  const std::size_t room = chunk.capacity() / dimension_;
  const std::size_t needed = last_rows() + wanted;
  if (needed > room) {
    chunk.reserve(std::min(std::max(needed, room + room / 4), chunk_rows_) * dimension_);
  }
  return chunk;
}

std::size_t RowStore::append(std::span<const std::int16_t> rows) {
  const std::size_t wanted = rows.size() / dimension_;
  Chunk& chunk = chunk_with_room(wanted);
  const std::size_t fit = std::min(wanted, chunk_rows_ - last_rows());
  const auto next = rows.first(fit * dimension_);
  chunk.insert(chunk.end(), next.begin(), next.end());
  return fit;
}

void RowStore::replace(Ordinal ordinal, std::span<const std::int16_t> row) {
  std::int16_t* const to = ordinal < kept_rows_
                               ? kept(ordinal, 1)
                               : &chunks_[(ordinal - kept_rows_) / chunk_rows_][place(ordinal)];
  std::copy(row.begin(), row.end(), to);
}

std::vector<Segment> RowStore::segments() const {
  std::vector<Segment> segments;
  segments.reserve(chunks_.size() + 1);
  if (kept_rows_ > 0) segments.push_back({kept(0, kept_rows_), kept_rows_, 0});
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    segments.push_back({chunks_[i].data(), chunks_[i].size() / dimension_,
                        static_cast<Ordinal>(kept_rows_ + i * chunk_rows_)});
  }
  return segments;
}

std::size_t RowStore::memory_bytes() const {
  std::size_t bytes = kept_.memory_bytes();
  for (const Chunk& chunk : chunks_) bytes += sizeof(chunk) + chunk.capacity() * sizeof(chunk[0]);
  return bytes;
}

}  // namespace memfold::index
