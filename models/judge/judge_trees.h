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

/// Immutable; made from the file of weights, which it views.
class JudgeTrees {
 public:
  /// Throws ErrorCode::Mismatch where the weights are for other features, ErrorCode::Corruption
  /// where a tree could lead out of itself.
  explicit JudgeTrees(const Weights& weights);

  /// Of each row, as judge_features() makes it. All rows take a tree together: one waits for its
  /// next node while the others take their steps.
  std::vector<OutcomeProbabilities> likely(std::span<const std::span<const float>> rows) const;

  /// What each number of the row said for `outcome`: how far the steps that asked for it moved the
  /// expected log-odds (Saabas 2014), one a feature.
  std::vector<double> shares(std::span<const float> row, Outcome outcome) const;

 private:
  using Children = std::array<std::uint32_t, 2>;

  /// A node as it is walked: four to a line of the cache. A leaf leads to itself.
  struct Step {
    float at_most;  ///< then the first child is next
    std::uint32_t feature;
    Children next;
  };
  struct Tree {
    std::uint32_t root, depth;
  };

  void lay_out();
  template <typename Visit>
  void walk(std::size_t tree, std::span<const float> row, Visit visit) const;

  std::span<const std::uint32_t> roots_;    ///< of each tree, those of one round together
  std::span<const std::int16_t> features_;  ///< asked at each node; below 0: a leaf
  std::span<const double> thresholds_;      ///< up to it the first child is next
  std::span<const Children> children_;
  std::span<const double> values_;  ///< expected at each node
  std::vector<Step> steps_;         ///< the same, of each node
  std::vector<Tree> trees_;
};

}  // namespace memfold::models
