#include "tools/eval/calibration_fit.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "memfold/error.h"

namespace memfold::tools {
namespace {

using Points = std::vector<Calibration::Point>;
using Counts = std::array<double, kBandCount>;

/// What a pair above an edge it belongs below costs. A wrong duplicate loses a statement, the
/// others only ask for a closer look.
constexpr std::array<double, kBandCount - 1> kOverrated = {1, 1, 2};
/// Knots nearer to each other than this, or to cosine 1, say nothing by themselves.
constexpr double kNear = 0.01;

std::array<double, kBandCount + 1> similarity_edges(const DecideOptions& decide) {
  return {0, decide.related_from, decide.update_from, decide.duplicate_from, 1};
}

/// The similarity a score stands for: bands meet where bands meet, straight in between.
double similarity_of_score(double score, const DecideOptions& decide) {
  const std::array<double, kBandCount + 1> scores = {0, kScoreEdges[0], kScoreEdges[1],
                                                     kScoreEdges[2], 5};
  const auto edges = similarity_edges(decide);
  const auto band = std::size_t(band_of_score(score));
  const double share = (score - scores[band]) / (scores[band + 1] - scores[band]);
  return edges[band] + std::min(share, 1.0) * (edges[band + 1] - edges[band]);
}

Counts count_bands(const std::vector<ScoredCosine>& set) {
  Counts counts{};
  for (const ScoredCosine& pair : set) ++counts[std::size_t(band_of_score(pair.score))];
  return counts;
}

/// The cosine at which band `band` ends; nothing where no set has pairs on both sides.
std::optional<double> find_edge(std::span<const std::vector<ScoredCosine>> sets, std::size_t band) {
  std::vector<WeightedPoint> points;
  for (const auto& set : sets) {
    const Counts counts = count_bands(set);
    if (counts[band] == 0 || counts[band + 1] == 0) continue;
    for (const ScoredCosine& pair : set) {
      const auto of = std::size_t(band_of_score(pair.score));
      if (of == band) points.push_back({pair.cosine, 0, kOverrated[band] / counts[band]});
      if (of == band + 1) points.push_back({pair.cosine, 1, 1 / counts[band + 1]});
    }
  }
  const auto blocks = isotonic_regression(std::move(points));
  const auto above = std::find_if(blocks.begin(), blocks.end(),
                                  [](const IsotonicBlock& block) { return block.value >= 0.5; });
  // Either side empty: the cosine does not tell the two apart.
  if (above == blocks.begin() || above == blocks.end()) return std::nullopt;
  return ((above - 1)->last + above->first) / 2;
}

/// Edges that ascend, each with the similarity where its bands meet.
Points find_edges(std::span<const std::vector<ScoredCosine>> sets, const DecideOptions& decide) {
  const auto similarities = similarity_edges(decide);
  Points edges;
  for (std::size_t band = 0; band + 1 < kBandCount; ++band) {
    const std::optional<double> cosine = find_edge(sets, band);
    if (!cosine || *cosine > 1 - kNear) continue;
    const double least = edges.empty() ? -1 : edges.back().cosine + kNear;
    edges.push_back({std::max(*cosine, least), similarities[band + 1]});
  }
  return edges;
}

/// The regression of similarity on cosine, held inside the bands that the edges make.
std::vector<IsotonicBlock> regress(std::span<const std::vector<ScoredCosine>> sets,
                                   const Points& edges, const DecideOptions& decide) {
  std::vector<WeightedPoint> points;
  for (const auto& set : sets) {
    const Counts counts = count_bands(set);
    for (const ScoredCosine& pair : set) {
      points.push_back({pair.cosine, similarity_of_score(pair.score, decide),
                        1 / counts[std::size_t(band_of_score(pair.score))]});
    }
  }
  auto blocks = isotonic_regression(std::move(points));
  for (IsotonicBlock& block : blocks) {
    double low = 0, high = 1;
    for (const Calibration::Point& edge : edges) {
      if (block.x >= edge.cosine) low = edge.similarity;
      if (block.x < edge.cosine) high = std::min(high, edge.similarity);
    }
    block.value = std::clamp(block.value, low, high);
  }
  return blocks;
}

/// How much worse the blocks between `left` and `right` are met by a straight line.
double straightening_cost(const std::vector<IsotonicBlock>& blocks, const Calibration::Point& left,
                          const Calibration::Point& right) {
  double cost = 0;
  for (const IsotonicBlock& block : blocks) {
    if (block.x <= left.cosine || block.x >= right.cosine) continue;
    const double share = (block.x - left.cosine) / (right.cosine - left.cosine);
    const double off = left.similarity + share * (right.similarity - left.similarity) - block.value;
    cost += block.weight * off * off;
  }
  return cost;
}

double round_to_thousandth(double value) {
  return std::floor(value * 1000 + 0.5) / 1000;
}

/// Takes the knots away that change least, until few enough are left. Edges and ends stay.
void reduce(Points& knots, const Points& edges, const std::vector<IsotonicBlock>& blocks) {
  const auto is_edge = [&](const Calibration::Point& knot) {
    return std::find(edges.begin(), edges.end(), knot) != edges.end();
  };
  while (knots.size() > kMaxKnots) {
    std::size_t best = 0;
    double least = 0;
    for (std::size_t i = 1; i + 1 < knots.size(); ++i) {
      if (is_edge(knots[i])) continue;
      const double cost = straightening_cost(blocks, knots[i - 1], knots[i + 1]);
      if (best != 0 && cost >= least) continue;
      best = i;
      least = cost;
    }
    knots.erase(knots.begin() + std::ptrdiff_t(best));
  }
}

}  // namespace

std::vector<IsotonicBlock> isotonic_regression(std::vector<WeightedPoint> points) {
  std::sort(points.begin(), points.end(),
            [](const WeightedPoint& a, const WeightedPoint& b) { return a.x < b.x; });
  std::vector<IsotonicBlock> blocks;
  for (const WeightedPoint& point : points) {
    IsotonicBlock next{point.x, point.x, point.x, point.y, point.weight};
    while (!blocks.empty() &&
           (blocks.back().value >= next.value || blocks.back().last == next.first)) {
      const IsotonicBlock& left = blocks.back();
      const double weight = left.weight + next.weight;
      next = {left.first, next.last, (left.x * left.weight + next.x * next.weight) / weight,
              (left.value * left.weight + next.value * next.weight) / weight, weight};
      blocks.pop_back();
    }
    blocks.push_back(next);
  }
  return blocks;
}

int band_of_score(double score) {
  return int(std::upper_bound(kScoreEdges.begin(), kScoreEdges.end(), score) - kScoreEdges.begin());
}

int band_of_similarity(double similarity, const DecideOptions& decide) {
  return int(similarity >= decide.related_from) + int(similarity >= decide.update_from) +
         int(similarity >= decide.duplicate_from);
}

Points fit_calibration(std::span<const std::vector<ScoredCosine>> sets,
                       const DecideOptions& decide) {
  const Points edges = find_edges(sets, decide);
  if (edges.empty()) {
    throw Error(ErrorCode::InvalidArgument,
                "these pairs tell no two neighbouring bands apart; they need scores just below and "
                "just above 1.25, 3.25 or 4.75 of 5, and cosines that follow them");
  }
  const std::vector<IsotonicBlock> blocks = regress(sets, edges, decide);
  Points knots = edges;
  for (const IsotonicBlock& block : blocks) {
    const bool apart = std::all_of(knots.begin(), knots.end(), [&](const auto& knot) {
      return std::abs(knot.cosine - block.x) >= kNear;
    });
    if (apart && block.x > -1 + kNear && block.x < 1 - kNear) {
      knots.push_back({block.x, block.value});
    }
  }
  knots.push_back({1, 1});
  std::sort(knots.begin(), knots.end(),
            [](const auto& a, const auto& b) { return a.cosine < b.cosine; });
  reduce(knots, edges, blocks);
  for (Calibration::Point& knot : knots) {
    knot = {round_to_thousandth(knot.cosine), round_to_thousandth(knot.similarity)};
  }
  return knots;
}

}  // namespace memfold::tools
