// Fitting the map from an embedder's cosine to similarity on pairs scored by people.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "memfold/models.h"
#include "memfold/options.h"

namespace memfold::tools {

/// Points of a fitted map, at most.
inline constexpr std::size_t kMaxKnots = 12;
inline constexpr std::size_t kBandCount = 4;  ///< unrelated, related, update, duplicate
/// Human scores 0 (nothing in common) .. 5 (the same statement) from which on a pair is related, an
/// update, a duplicate.
inline constexpr std::array<double, kBandCount - 1> kScoreEdges = {1.25, 3.25, 4.75};

struct WeightedPoint {
  double x = 0, y = 0, weight = 1;
};

/// A stretch of x over which an isotonic regression is constant.
struct IsotonicBlock {
  double first = 0, last = 0;  ///< x of its outermost points
  double x = 0;                ///< weighted mean
  double value = 0, weight = 0;
};

/// The ascending step function nearest to the points by weighted squares, by pooling adjacent
/// violators (Barlow et al. 1972). Points of the same x are one.
std::vector<IsotonicBlock> isotonic_regression(std::vector<WeightedPoint> points);

struct ScoredCosine {
  double cosine = 0;
  double score = 0;  ///< by a person, 0..5
};

/// 0 unrelated .. 3 duplicate.
int band_of_score(double score);
int band_of_similarity(double similarity, const DecideOptions& decide);

/// The map under which the bands of `decide` tell the bands of the scores apart. Each set weighs
/// the same however long it is, and in it each band.
///
/// Where two neighbouring bands meet is where an isotonic regression of "belongs above" on the
/// cosine crosses one half: the cut with the fewest misses on both sides. A pair put among the
/// duplicates by mistake costs twice. In between the map follows an isotonic regression of the
/// similarity the scores stand for, reduced to kMaxKnots points. The same statement, cosine 1, is
/// similarity 1. A band without pairs has no edges; fewer than two bands throw
/// Error(InvalidArgument).
std::vector<Calibration::Point> fit_calibration(std::span<const std::vector<ScoredCosine>> sets,
                                                const DecideOptions& decide);

}  // namespace memfold::tools
