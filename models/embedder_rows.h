// What was learned of the pieces: a row of numbers for each, and the sum of a text's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "models/weights/weights.h"

namespace memfold::models {

/// Borrows the weights. Immutable. All arithmetic is in whole numbers, so that no order of pieces
/// and no instruction set shows in a sum.
class PieceRows {
 public:
  static constexpr std::size_t kDimension = 256;
  using Sums = std::array<double, kDimension>;  ///< whole numbers

  /// The sections embedder.pieces.rows and .scale, of `pieces` rows. Throws ErrorCode::Mismatch
  /// where there are others, Corruption where a sum could overflow.
  PieceRows(const Weights& weights, std::size_t pieces);

  /// The sum of the rows of `pieces`, each times its scale. Up to 2^31 pieces.
  void sum(std::span<const std::uint32_t> pieces, Sums& sums) const;

 private:
  std::span<const std::array<std::int8_t, kDimension>> rows_;
  std::span<const std::int16_t> scales_;
};

}  // namespace memfold::models
