// The fitted trees of the Judge: gradient boosting (Friedman, Greedy Function Approximation, Annals
// of Statistics 29, 2001), one tree an outcome in turn, whose values are log-odds.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "memfold/judge.h"
#include "models/weights/weights.h"

namespace memfold::models {

/// Immutable; views of the file of weights.
class JudgeTrees {
 public:
  /// Throws ErrorCode::Mismatch where the weights are for other features, ErrorCode::Corruption
  /// where a tree could lead out of itself.
  explicit JudgeTrees(const Weights& weights);

  /// `row` as judge_features() makes it.
  OutcomeProbabilities likely(std::span<const float> row) const;

  /// What each number of the row said for `outcome`: how far the steps that asked for it moved the
  /// expected log-odds (Saabas 2014), one a feature.
  std::vector<double> shares(std::span<const float> row, Outcome outcome) const;

 private:
  using Children = std::array<std::uint32_t, 2>;

  template <typename Step>
  double walk(std::size_t tree, std::span<const float> row, Step step) const;

  std::span<const std::uint32_t> roots_;    ///< of each tree, those of one round together
  std::span<const std::int16_t> features_;  ///< asked at each node; below 0: a leaf
  std::span<const double> thresholds_;      ///< up to it the first child is next
  std::span<const Children> children_;
  std::span<const double> values_;  ///< expected at each node
};

}  // namespace memfold::models
