#include "models/judge/judge_trees.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "memfold/error.h"
#include "models/analyst/learned.h"
#include "models/judge/judge_features.h"
#include "models/weights/word_index.h"

namespace memfold::models {
namespace {

/// As many as a word of bits has.
constexpr std::size_t kMostLeaves = 16;

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
      roots_.size() % kOutcomeCount != 0 || roots_.size() > UINT16_MAX) {
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
  lay_out(known.size());
}

/// The largest float that is not above a threshold parts floats as the threshold does.
void JudgeTrees::lay_out(std::size_t features) {
  struct Asked {
    float at_most;
    Question question;
  };
  std::vector<std::vector<Asked>> by_feature(features);
  leaf_values_.resize(roots_.size() * kMostLeaves);
  for (std::size_t tree = 0; tree < roots_.size(); ++tree) {
    std::size_t leaves = 0;
    const std::function<void(std::uint32_t)> visit = [&](std::uint32_t node) {
      if (features_[node] < 0) {
        if (leaves == kMostLeaves) refuse(ErrorCode::Corruption, "trees have too many leaves");
        leaf_values_[tree * kMostLeaves + leaves++] = values_[node];
        return;
      }
      const std::size_t first = leaves;
      visit(children_[node][0]);
      const unsigned gone = (1u << leaves) - (1u << first);
      float at_most = float(thresholds_[node]);
      if (double(at_most) > thresholds_[node]) {
        at_most = std::nextafter(at_most, -std::numeric_limits<float>::infinity());
      }
      by_feature[std::size_t(features_[node])].push_back(
          {at_most, {std::uint16_t(tree), Leaves(~gone)}});
      visit(children_[node][1]);
    };
    visit(roots_[tree]);
  }
  for (std::vector<Asked>& asked : by_feature) {
    begins_.push_back(std::uint32_t(questions_.size()));
    std::stable_sort(asked.begin(), asked.end(),
                     [](const Asked& a, const Asked& b) { return a.at_most < b.at_most; });
    for (const Asked& one : asked) {
      at_most_.push_back(one.at_most);
      questions_.push_back(one.question);
    }
  }
  begins_.push_back(std::uint32_t(questions_.size()));
}

/// `reached`: of every tree, the leaves that no answer has put out of reach; the first is where the
/// row ends up.
OutcomeProbabilities JudgeTrees::log_odds(std::span<const float> row,
                                          std::span<Leaves> reached) const {
  std::fill(reached.begin(), reached.end(), Leaves(~0));
  for (std::size_t feature = 0; feature + 1 < begins_.size(); ++feature) {
    const std::uint32_t end = begins_[feature + 1];
    // What is no number is above everything.
    for (std::uint32_t i = begins_[feature]; i < end && !(row[feature] <= at_most_[i]); ++i) {
      reached[questions_[i].tree] &= questions_[i].left;
    }
  }
  OutcomeProbabilities sums{};
  for (std::size_t tree = 0; tree < reached.size(); ++tree) {
    const auto leaf = std::size_t(std::countr_zero(reached[tree]));
    sums[tree % kOutcomeCount] += leaf_values_[tree * kMostLeaves + leaf];
  }
  return sums;
}

std::vector<OutcomeProbabilities> JudgeTrees::likely(
    std::span<const std::span<const float>> rows) const {
  std::vector<OutcomeProbabilities> all;
  std::vector<Leaves> reached(roots_.size());
  for (const std::span<const float> row : rows) all.push_back(likely_by(log_odds(row, reached)));
  return all;
}

/// Calls visit(feature, change of the expected value) on the way down.
template <typename Visit>
void JudgeTrees::walk(std::size_t tree, std::span<const float> row, Visit visit) const {
  std::size_t node = roots_[tree];
  while (features_[node] >= 0) {
    const auto feature = std::size_t(features_[node]);
    const std::size_t next = children_[node][double(row[feature]) <= thresholds_[node] ? 0 : 1];
    visit(feature, values_[next] - values_[node]);
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
