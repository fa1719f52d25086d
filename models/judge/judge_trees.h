// The fitted trees of the Judge: gradient boosting (Friedman, Greedy Function Approximation, Annals
// of Statistics 29, 2001), one tree an outcome in turn, whose values are log-odds. Evaluated
// feature by feature, not tree by tree (Lucchese, Nardini, Orlando, Perego, Tonellotto, Venturini,
// QuickScorer, SIGIR 2015): what is asked for lies in a row, and nothing waits for what was
// answered before.
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

  /// Of each row, as judge_features() makes it.
  std::vector<OutcomeProbabilities> likely(std::span<const std::span<const float>> rows) const;

  /// What each number of the row said for `outcome`: how far the steps that asked for it moved the
  /// expected log-odds (Saabas 2014), one a feature.
  std::vector<double> shares(std::span<const float> row, Outcome outcome) const;

 private:
  using Children = std::array<std::uint32_t, 2>;
  /// A bit a leaf of a tree, from the left.
  using Leaves = std::uint16_t;

  /// A question of one tree, among those about one feature.
  struct Question {
    std::uint16_t tree;
    Leaves left;  ///< all leaves but those that are out of reach where the answer is no
  };

  void lay_out(std::size_t features);
  template <typename Visit>
  void walk(std::size_t tree, std::span<const float> row, Visit visit) const;
  OutcomeProbabilities log_odds(std::span<const float> row, std::span<Leaves> reached) const;

  std::span<const std::uint32_t> roots_;    ///< of each tree, those of one round together
  std::span<const std::int16_t> features_;  ///< asked at each node; below 0: a leaf
  std::span<const double> thresholds_;      ///< up to it the first child is next
  std::span<const Children> children_;
  std::span<const double> values_;  ///< expected at each node

  // All questions by feature, and by what they ask for: up to at_most_, yes.
  std::vector<std::uint32_t> begins_;  ///< of each feature, and the end
  std::vector<float> at_most_;         ///< ascending in a feature
  std::vector<Question> questions_;
  std::vector<double> leaf_values_;  ///< kMostLeaves a tree, from the left
};

}  // namespace memfold::models
