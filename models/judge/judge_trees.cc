#include "models/judge/judge_trees.h"

#include "core/portable_math.h"
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
}

/// Calls step(feature, change of the expected value) on the way down; returns the leaf's value.
template <typename Step>
double JudgeTrees::walk(std::size_t tree, std::span<const float> row, Step step) const {
  std::size_t node = roots_[tree];
  while (features_[node] >= 0) {
    const auto feature = std::size_t(features_[node]);
    const std::size_t next = children_[node][double(row[feature]) <= thresholds_[node] ? 0 : 1];
    step(feature, values_[next] - values_[node]);
    node = next;
  }
  return values_[node];
}

OutcomeProbabilities JudgeTrees::likely(std::span<const float> row) const {
  OutcomeProbabilities log_odds{};
  for (std::size_t tree = 0; tree < roots_.size(); ++tree) {
    log_odds[tree % kOutcomeCount] += walk(tree, row, [](std::size_t, double) {});
  }
  return likely_by(log_odds);
}

std::vector<double> JudgeTrees::shares(std::span<const float> row, Outcome outcome) const {
  std::vector<double> shares(row.size());
  for (std::size_t tree = std::size_t(outcome); tree < roots_.size(); tree += kOutcomeCount) {
    walk(tree, row, [&](std::size_t feature, double change) { shares[feature] += change; });
  }
  return shares;
}

}  // namespace memfold::models
