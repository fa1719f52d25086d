// What the aligning network learned, as training/fit_aligner.py wrote it; docs/weights.md lists the
// tables. Views of the file of weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "memfold/judge.h"
#include "models/analyst/learned.h"
#include "models/weights/word_index.h"

namespace memfold::models {

/// Numbers a unit has, it has once its neighbours are seen, and there are before the verdict.
inline constexpr std::size_t kUnitRow = 64, kUnitWidth = 64, kLastWidth = 64;

/// Sides of a pair, and numbers of a unit beside what stands against it.
inline constexpr std::size_t kSides = 2, kCompared = 4 * kUnitWidth + 2;
/// Of a side, the numbers that are gathered of what its units say: the most and the sum.
inline constexpr std::size_t kGathered = 2 * kUnitWidth;
inline constexpr std::size_t kFirstComposed = kSides * kGathered;  ///< before it, what was compared
inline constexpr std::size_t kFirstFeature = 2 * kFirstComposed;

template <std::size_t N>
using Floats = std::array<float, N>;

/// A row in small whole numbers: each stands for so many times its column's scale. A line of cache.
using SmallRow = std::array<std::int8_t, kUnitRow>;
using RowScale = Floats<kUnitRow>;

/// Throws ErrorCode::Mismatch where the weights are for another network.
struct AlignerWeights {
  explicit AlignerWeights(const Weights& weights);

  Texts feature_names;
  std::span<const FeaturePlace> features;

  WordIndex words;
  std::span<const SmallRow> word_rows, piece_rows, kind_rows, flag_rows;
  const RowScale &word_scale, &piece_scale, &kind_scale, &flag_scale;

  // Matrices by rows: what each number of the one before says for each of the next.
  std::span<const Floats<kUnitWidth>> around, through, attend;
  const Floats<kUnitWidth>& around_bias;
  const Floats<2>& found;  ///< how much more a unit looks at what says the same, and at its like
  std::span<const std::array<Floats<kUnitWidth>, kCompared>> compare;  ///< by side, as the next
  std::span<const std::array<Floats<kUnitWidth>, 3 * kUnitWidth>> compose;
  std::span<const Floats<kUnitWidth>> compare_bias, compose_bias;
  std::span<const Floats<kLastWidth>> gather;
  const Floats<kLastWidth>& gather_bias;
  std::span<const Floats<kVerdicts>> verdict,
      direct;  ///< direct: of the features, past the network
  const Floats<kVerdicts>& verdict_bias;
  // The same for the Judge's outcomes.
  std::span<const Floats<kOutcomeCount>> outcome, outcome_direct;
  const Floats<kOutcomeCount>& outcome_bias;
};

const AlignerWeights& aligner_weights();

}  // namespace memfold::models
