// The piecewise linear map from an embedder's cosine to similarity.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "memfold/error.h"
#include "memfold/models.h"

namespace memfold {
namespace {

[[noreturn]] void refuse(std::size_t position, const char* reason) {
  throw Error(ErrorCode::InvalidArgument,
              "calibration point " + std::to_string(position) + ": " + reason);
}

void check(std::span<const Calibration::Point> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [cosine, similarity] = points[i];
    // Written so that NaN fails too.
    if (!(cosine >= -1 && cosine <= 1)) refuse(i, "cosine is not between -1 and 1");
    if (!(similarity >= 0 && similarity <= 1)) refuse(i, "similarity is not between 0 and 1");
    if (i == 0) continue;
    if (!(points[i - 1].cosine < cosine)) refuse(i, "cosine does not ascend");
    if (points[i - 1].similarity > similarity) refuse(i, "similarity descends");
  }
}

}  // namespace

Calibration::Calibration(std::vector<Point> points) : points_(std::move(points)) {
  check(points_);
}

// Left of the first point and right of the last the map is flat. The result is kept between the
// two similarities at its ends, so rounding can never make it descend.
double Calibration::similarity(double cosine) const {
  if (std::isnan(cosine)) return 0;
  if (points_.empty()) return std::clamp(cosine, 0.0, 1.0);
  if (cosine <= points_.front().cosine) return points_.front().similarity;
  if (cosine >= points_.back().cosine) return points_.back().similarity;
  const auto right =
      std::upper_bound(points_.begin(), points_.end(), cosine,
                       [](double value, const Point& point) { return value < point.cosine; });
  const auto left = right - 1;
  const double share = (cosine - left->cosine) / (right->cosine - left->cosine);
  const double value = left->similarity + share * (right->similarity - left->similarity);
  return std::clamp(value, left->similarity, right->similarity);
}

}  // namespace memfold
