#include "models/judge/judge_trees.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "memfold/error.h"
#include "models/analyst/learned.h"
#include "models/judge/judge_features.h"
#include "models/weights/word_index.h"

namespace memfold::models {
namespace {

[[noreturn]] void refuse(ErrorCode code, const char* what) {
  throw Error(code, std::string("weights: the judge's ") + what);
}

}  // namespace

JudgeTrees::JudgeTrees(const Weights& weights)
    : roots_(weights.rows<std::uint32_t>("judge.roots")),
      features_(weights.rows<std::int16_t>("judge.nodes.feature")),
      thresholds_(weights.rows<double>("judge.nodes.threshold")),
      children_(weights.rows<Children>("judge.nodes.children")),
      values_(weights.rows<double>("judge.nodes.value")) {
  const Texts names(weights, "judge.features");
  const auto known = judge_feature_names();
  bool same = names.size() == known.size();
  for (std::size_t i = 0; same && i < known.size(); ++i) same = names[i] == known[i];
  if (!same) refuse(ErrorCode::Mismatch, "trees are for other features; fit them anew");
  const std::size_t nodes = features_.size();
  if (thresholds_.size() != nodes || children_.size() != nodes || values_.size() != nodes ||
      roots_.size() % kOutcomeCount != 0) {
    refuse(ErrorCode::Corruption, "tables do not fit each other");
  }
  for (const std::uint32_t root : roots_) {
    if (root >= nodes) refuse(ErrorCode::Corruption, "trees begin outside of the table");
  }
  for (std::size_t i = 0; i < nodes; ++i) {
    if (features_[i] < 0) continue;
    const bool inside = std::size_t(features_[i]) < known.size() && children_[i][0] > i &&
                        children_[i][1] > i && children_[i][0] < nodes && children_[i][1] < nodes;
    if (!inside) refuse(ErrorCode::Corruption, "trees lead out of the table");
  }
  lay_out();
}

/// The largest float that is not above a threshold parts floats as the threshold does.
void JudgeTrees::lay_out() {
  steps_.resize(features_.size());
  std::vector<std::uint32_t> depths(features_.size(), 0);
  for (std::size_t i = features_.size(); i-- > 0;) {  // children come behind their parents
    if (features_[i] < 0) {
      steps_[i] = {0, 0, {std::uint32_t(i), std::uint32_t(i)}};
      continue;
    }
    float at_most = float(thresholds_[i]);
    if (double(at_most) > thresholds_[i]) {
      at_most = std::nextafter(at_most, -std::numeric_limits<float>::infinity());
    }
    steps_[i] = {at_most, std::uint32_t(features_[i]), children_[i]};
    depths[i] = 1 + std::max(depths[children_[i][0]], depths[children_[i][1]]);
  }
  for (const std::uint32_t root : roots_) trees_.push_back({root, depths[root]});
}

std::vector<OutcomeProbabilities> JudgeTrees::likely(
    std::span<const std::span<const float>> rows) const {
  std::vector<OutcomeProbabilities> log_odds(rows.size());
  std::vector<std::uint32_t> at(rows.size());
  for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
    std::fill(at.begin(), at.end(), trees_[tree].root);
    for (std::uint32_t level = 0; level < trees_[tree].depth; ++level) {
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const Step& step = steps_[at[r]];
        at[r] = step.next[rows[r][step.feature] <= step.at_most ? 0 : 1];
      }
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      log_odds[r][tree % kOutcomeCount] += values_[at[r]];
    }
  }
  for (OutcomeProbabilities& one : log_odds) one = likely_by(one);
  return log_odds;
}

/// Calls visit(feature, change of the expected value) on the way down.
template <typename Visit>
void JudgeTrees::walk(std::size_t tree, std::span<const float> row, Visit visit) const {
  std::size_t node = trees_[tree].root;
  while (features_[node] >= 0) {
    const Step& step = steps_[node];
    const std::size_t next = step.next[row[step.feature] <= step.at_most ? 0 : 1];
    visit(std::size_t(step.feature), values_[next] - values_[node]);
    node = next;
  }
}

std::vector<double> JudgeTrees::shares(std::span<const float> row, Outcome outcome) const {
  std::vector<double> shares(row.size());
  for (std::size_t tree = std::size_t(outcome); tree < roots_.size(); tree += kOutcomeCount) {
    walk(tree, row, [&](std::size_t feature, double change) { shares[feature] += change; });
  }
  return shares;
}

}  // namespace memfold::models
