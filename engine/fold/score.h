// Factors and scores of one fact against its candidates.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/fold/features.h"
#include "memfold/decision.h"
#include "memfold/models.h"

namespace memfold {

/// One candidate before scoring.
struct CandidateDot {
  Ordinal ordinal;
  std::int32_t dot;  ///< inner product with the fact in units of 1 / kDotScale
  bool has_vector;   ///< both sides have an embedding
};

/// The fact's side of the comparison.
struct FactFeatures {
  std::uint64_t thread = 0;
  std::span<const std::uint64_t> people, entities;
  std::span<const std::uint32_t> subject = {};  ///< its shape (features.h)
  std::uint64_t subject_key = 0;                ///< 0: none
};

/// How many current memories carry a key: what makes an entity rare.
using KeyFrequency = std::function<std::size_t(std::uint64_t)>;

/// |A n B| / |A u B| of two ascending sets (Jaccard 1912); 0 when both are empty.
double jaccard(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

/// Jaccard with each key weighing 1 / sqrt(1 + frequency): rare keys count more.
double weighted_jaccard(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                        const KeyFrequency& frequency);

/// Scores of `candidates`, in their order. Weight choice per candidate: default weights first; same
/// thread and above update_weights_above -> update weights; entities alike and another thread ->
/// link weights; recomputed. Totals are rounded to 1e-9, so that a sum that is 0.80 on paper is
/// 0.80 here and band edges mean what they say.
std::vector<Score> score_candidates(const FactFeatures& fact, const FeatureTable& memories,
                                    std::span<const CandidateDot> candidates,
                                    const Calibration& calibration, const KeyFrequency& frequency,
                                    const DecideOptions& options);

/// The total of given factors under given weights: the rule by itself.
Score score_factors(const std::array<double, kFactorCount>& factors,
                    const std::array<bool, kFactorCount>& present, const DecideOptions& options);

}  // namespace memfold
