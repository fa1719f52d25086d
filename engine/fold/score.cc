#include "engine/fold/score.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "engine/fold/sorted_sets.h"

namespace memfold {
namespace {

/// One row a candidate, one column a factor. Column-wise sums below are element-wise operations, so
/// their result does not depend on how wide the machine's vectors are (P3).
using FactorMatrix = Eigen::Array<double, Eigen::Dynamic, int(kFactorCount), Eigen::ColMajor>;
using Column = Eigen::Array<double, Eigen::Dynamic, 1>;

constexpr int kThread = int(Factor::Thread);
constexpr int kEntities = int(Factor::Entities);
constexpr double kScoreGrid = 1e9;

const Weights& weights_of(const DecideOptions& options, WeightSet set) {
  switch (set) {
    case WeightSet::Update:
      return options.update_weights;
    case WeightSet::Link:
      return options.link_weights;
    case WeightSet::Default:
      break;
  }
  return options.default_weights;
}

struct Factors {
  FactorMatrix value, present;  ///< present: 1 or 0
};

/// The weight each factor carries in each row after what is missing was dealt with.
FactorMatrix effective_weights(const Factors& factors, const FactorMatrix& weights,
                               MissingFactors missing) {
  FactorMatrix effective = weights * factors.present;
  if (missing == MissingFactors::Zero) return effective;
  Column sum = Column::Zero(weights.rows());
  for (int j = 0; j < int(kFactorCount); ++j) sum += effective.col(j);
  for (int j = 0; j < int(kFactorCount); ++j) {
    effective.col(j) = (sum > 0).select(effective.col(j) / sum, 0.0);
  }
  return effective;
}

Column totals(const Factors& factors, const FactorMatrix& effective) {
  Column total = Column::Zero(effective.rows());
  for (int j = 0; j < int(kFactorCount); ++j) total += factors.value.col(j) * effective.col(j);
  return (total * kScoreGrid + 0.5).floor() / kScoreGrid;
}

/// Which weights each row deserves, given its total under the default ones.
WeightSet choose(const Factors& factors, int row, double total, const DecideOptions& options) {
  const bool thread_known = factors.present(row, kThread) > 0;
  const bool same_thread = thread_known && factors.value(row, kThread) > 0;
  if (same_thread && total > options.update_weights_above) return WeightSet::Update;
  const bool same_entities = factors.present(row, kEntities) > 0 &&
                             factors.value(row, kEntities) >= options.link_weights_from;
  if (thread_known && !same_thread && same_entities) return WeightSet::Link;
  return WeightSet::Default;
}

FactorMatrix weight_rows(std::span<const WeightSet> sets, const DecideOptions& options) {
  FactorMatrix rows(Eigen::Index(sets.size()), int(kFactorCount));
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const Weights& weights = weights_of(options, sets[i]);
    for (std::size_t j = 0; j < kFactorCount; ++j) rows(Eigen::Index(i), int(j)) = weights[j];
  }
  return rows;
}

std::vector<Score> score_all(const Factors& factors, const DecideOptions& options) {
  const auto n = std::size_t(factors.value.rows());
  std::vector<WeightSet> sets(n, WeightSet::Default);
  const Column first = totals(
      factors, effective_weights(factors, weight_rows(sets, options), options.missing_factors));
  for (std::size_t i = 0; i < n; ++i) sets[i] = choose(factors, int(i), first(int(i)), options);
  const FactorMatrix effective =
      effective_weights(factors, weight_rows(sets, options), options.missing_factors);
  const Column total = totals(factors, effective);

  std::vector<Score> scores(n);
  for (std::size_t i = 0; i < n; ++i) {
    scores[i].total = total(int(i));
    scores[i].weight_set = sets[i];
    for (std::size_t j = 0; j < kFactorCount; ++j) {
      scores[i].factors[j] = factors.value(int(i), int(j));
      scores[i].present[j] = factors.present(int(i), int(j)) > 0;
      scores[i].weights[j] = effective(int(i), int(j));
    }
  }
  return scores;
}

}  // namespace

double jaccard(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  const std::size_t common = count_common(a, b);
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 0 : double(common) / double(all);
}

double weighted_jaccard(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                        const KeyFrequency& frequency) {
  double common = 0, all = 0;
  const auto weight = [&](std::uint64_t key) {
    return 1.0 / std::sqrt(1.0 + double(frequency(key)));
  };
  auto i = a.begin(), j = b.begin();
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && *i < *j)) {
      all += weight(*i++);
    } else if (i == a.end() || *j < *i) {
      all += weight(*j++);
    } else {
      const double both = weight(*i);
      common += both;
      all += both;
      ++i, ++j;
    }
  }
  return all > 0 ? common / all : 0;
}

std::vector<Score> score_candidates(const FactFeatures& fact, const FeatureTable& memories,
                                    std::span<const CandidateDot> candidates,
                                    const Calibration& calibration, const KeyFrequency& frequency,
                                    const DecideOptions& options) {
  const auto n = Eigen::Index(candidates.size());
  Factors factors{FactorMatrix::Zero(n, int(kFactorCount)),
                  FactorMatrix::Zero(n, int(kFactorCount))};
  const auto set = [&](Eigen::Index row, Factor factor, bool present, double value) {
    factors.present(row, int(factor)) = present ? 1 : 0;
    factors.value(row, int(factor)) = present ? value : 0;
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    const CandidateDot& candidate = candidates[std::size_t(i)];
    const FeatureTable::View memory = memories.view(candidate.ordinal);
    set(i, Factor::Content, candidate.has_vector,
        std::clamp(calibration.similarity(candidate.dot / kDotScale), 0.0, 1.0));
    set(i, Factor::People, !fact.people.empty() && !memory.people.empty(),
        jaccard(fact.people, memory.people));
    set(i, Factor::Thread, fact.thread != 0 && memory.thread != 0, fact.thread == memory.thread);
    const bool subjects = fact.subject_key != 0 && memory.subject_key != 0;
    set(i, Factor::Subject, subjects,
        !subjects                                ? 0.0
        : fact.subject_key == memory.subject_key ? 1.0
                                                 : dice(fact.subject, memory.subject));
    set(i, Factor::Entities, !fact.entities.empty() && !memory.entities.empty(),
        weighted_jaccard(fact.entities, memory.entities, frequency));
  }
  std::vector<Score> scores = score_all(factors, options);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (candidates[i].has_vector) scores[i].cosine = candidates[i].dot / kDotScale;
  }
  return scores;
}

Score score_factors(const std::array<double, kFactorCount>& values,
                    const std::array<bool, kFactorCount>& present, const DecideOptions& options) {
  Factors factors{FactorMatrix::Zero(1, int(kFactorCount)),
                  FactorMatrix::Zero(1, int(kFactorCount))};
  for (std::size_t j = 0; j < kFactorCount; ++j) {
    factors.value(0, int(j)) = present[j] ? values[j] : 0;
    factors.present(0, int(j)) = present[j] ? 1 : 0;
  }
  return score_all(factors, options).front();
}

}  // namespace memfold
