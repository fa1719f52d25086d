#include "models/embedder_rows.h"

#include <algorithm>

#include "memfold/error.h"

namespace memfold::models {
namespace {

constexpr std::int16_t kMostScale = 4095;
constexpr std::size_t kAtOnce = 4096;  // pieces whose sum fits 32 bits: 4096 * 4095 * 128 < 2^31

}  // namespace

PieceRows::PieceRows(const Weights& weights, std::size_t pieces)
    : rows_(weights.rows<std::array<std::int8_t, kDimension>>("embedder.pieces.rows", pieces)),
      scales_(weights.rows<std::int16_t>("embedder.pieces.scale", pieces)) {
  const auto in_range = [](std::int16_t scale) { return scale >= 0 && scale <= kMostScale; };
  if (!std::all_of(scales_.begin(), scales_.end(), in_range)) {
    throw Error(ErrorCode::Corruption, "weights: embedder has a scale that is none");
  }
}

void PieceRows::sum(std::span<const std::uint32_t> pieces, Sums& sums) const {
  sums.fill(0);
  while (!pieces.empty()) {
    std::array<std::int32_t, kDimension> part{};
    const auto now = pieces.first(std::min(kAtOnce, pieces.size()));
    for (const std::uint32_t piece : now) {
      const std::int32_t scale = scales_[piece];
      const auto& row = rows_[piece];
      for (std::size_t i = 0; i < kDimension; ++i) part[i] += scale * row[i];
    }
    for (std::size_t i = 0; i < kDimension; ++i) sums[i] += part[i];
    pieces = pieces.subspan(now.size());
  }
}

}  // namespace memfold::models
