#include "tools/eval/calibration_fit.h"

#include <gtest/gtest.h>

#include <random>

#include "memfold/error.h"
#include "tools/eval/calibration_report.h"

namespace memfold::tools {
namespace {

std::vector<double> values(const std::vector<IsotonicBlock>& blocks) {
  std::vector<double> list;
  for (const IsotonicBlock& block : blocks) list.push_back(block.value);
  return list;
}

TEST(Isotonic, WhatAscendsStaysAsItIs) {
  EXPECT_EQ(values(isotonic_regression({{0, 1}, {1, 2}, {2, 5}})), (std::vector<double>{1, 2, 5}));
}

TEST(Isotonic, ViolatorsArePooledBackwardsByWeight) {
  // 4 pools with 1 to (4 + 3 * 1) / 4, that with 0 to 7 / 8... by hand.
  const auto blocks = isotonic_regression({{2, 1, 3}, {1, 4}, {3, 0, 4}, {4, 9}});
  EXPECT_EQ(values(blocks), (std::vector<double>{0.875, 9}));
  EXPECT_EQ(blocks[0].first, 1);
  EXPECT_EQ(blocks[0].last, 3);
  EXPECT_EQ(blocks[0].weight, 8);
  EXPECT_DOUBLE_EQ(blocks[0].x, (1 + 2 * 3 + 3 * 4) / 8.0);
}

TEST(Isotonic, OneXHasOneValue) {
  EXPECT_EQ(values(isotonic_regression({{1, 0}, {1, 4}, {2, 5}})), (std::vector<double>{2, 5}));
}

TEST(Isotonic, NoAscendingFunctionIsNearer) {
  std::mt19937 random(3);
  std::vector<WeightedPoint> points;
  for (int i = 0; i < 60; ++i) points.push_back({double(i), double(i + int(random() % 40)), 1});
  const auto blocks = isotonic_regression(points);
  const auto squares = [&](const std::vector<double>& by_point) {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      sum += (by_point[i] - points[i].y) * (by_point[i] - points[i].y);
    }
    return sum;
  };
  std::vector<double> fitted(points.size());
  for (const IsotonicBlock& block : blocks) {
    for (int x = int(block.first); x <= int(block.last); ++x) fitted[std::size_t(x)] = block.value;
  }
  ASSERT_TRUE(std::is_sorted(fitted.begin(), fitted.end()));
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> other = fitted;
    for (double& value : other) value += (double(random() % 200) - 100) / 50;
    std::sort(other.begin(), other.end());
    EXPECT_GE(squares(other), squares(fitted));
  }
}

TEST(CalibrationFit, BandsOfScoresAndSimilarities) {
  const DecideOptions decide;
  EXPECT_EQ(band_of_score(0), 0);
  EXPECT_EQ(band_of_score(1.25), 1);
  EXPECT_EQ(band_of_score(4.7), 2);
  EXPECT_EQ(band_of_score(5), 3);
  EXPECT_EQ(band_of_similarity(0.49, decide), 0);
  EXPECT_EQ(band_of_similarity(0.80, decide), 2);
  EXPECT_EQ(band_of_similarity(0.95, decide), 3);
}

/// Cosines that follow the score with some noise: score 5 at `high`, 0 at `low`.
std::vector<ScoredCosine> noisy(double low, double high, int pairs, double noise) {
  std::mt19937 random(11);
  std::vector<ScoredCosine> set;
  for (int i = 0; i < pairs; ++i) {
    const double score = double(i % 21) / 4;
    const double off = (double(random() % 2001) - 1000) / 1000 * noise;
    set.push_back({std::clamp(low + (high - low) * score / 5 + off, -1.0, 1.0), score});
  }
  return set;
}

TEST(CalibrationFit, FindsTheBandsWhereverTheCosinesLie) {
  const DecideOptions decide;
  for (const auto& [low, high] : {std::pair{0.0, 0.6}, {0.5, 0.95}, {-0.3, 0.9}}) {
    const std::vector<std::vector<ScoredCosine>> sets = {noisy(low, high, 2000, 0.01)};
    const Calibration map(fit_calibration(sets, decide));
    EXPECT_LE(map.points().size(), kMaxKnots);
    const BandErrors errors = band_errors(sets[0], map, decide);
    EXPECT_LT(double(errors.wrong) / double(errors.pairs), 0.08) << low;
    EXPECT_EQ(errors.far, 0u);
    const BandErrors plain = band_errors(sets[0], Calibration(), decide);
    EXPECT_GT(plain.wrong, 3 * errors.wrong) << "the cosine itself would not do";
    EXPECT_EQ(map.similarity(1), 1);
  }
}

TEST(CalibrationFit, EverySetWeighsTheSame) {
  const DecideOptions decide;
  const auto a = noisy(0, 0.6, 210, 0.01), b = noisy(0.2, 0.9, 2100, 0.01);
  std::vector<ScoredCosine> a_tenfold;
  for (int i = 0; i < 10; ++i) a_tenfold.insert(a_tenfold.end(), a.begin(), a.end());
  const std::vector<std::vector<ScoredCosine>> once = {a, b}, tenfold = {a_tenfold, b};
  const Calibration one(fit_calibration(once, decide)), ten(fit_calibration(tenfold, decide));
  for (double cosine = 0; cosine <= 1; cosine += 0.05) {
    EXPECT_NEAR(one.similarity(cosine), ten.similarity(cosine), 0.03) << cosine;
  }
}

TEST(CalibrationFit, ABandWithoutPairsHasNoEdge) {
  const DecideOptions decide;
  std::vector<ScoredCosine> set;
  for (const ScoredCosine& pair : noisy(0, 0.6, 400, 0.01)) {
    if (pair.score < 4.75) set.push_back(pair);
  }
  const Calibration map(fit_calibration(std::vector<std::vector<ScoredCosine>>{set}, decide));
  EXPECT_EQ(band_errors(set, map, decide).false_duplicates, 0u);
  EXPECT_EQ(map.similarity(1), 1);
}

TEST(CalibrationFit, WhatTellsNothingApartIsRefused) {
  std::vector<ScoredCosine> same_score, no_relation;
  for (int i = 0; i < 50; ++i) {
    same_score.push_back({i / 50.0, 3});
    no_relation.push_back({0.5, double(i % 6)});
  }
  for (const auto& set : {same_score, no_relation}) {
    EXPECT_THROW(fit_calibration(std::vector<std::vector<ScoredCosine>>{set}, DecideOptions()),
                 Error);
  }
}

TEST(CalibrationReport, Correlations) {
  const std::vector<ScoredCosine> monotone = {{0.1, 0}, {0.2, 1}, {0.3, 4}, {0.4, 5}};
  EXPECT_DOUBLE_EQ(spearman(monotone), 1);
  EXPECT_LT(pearson(monotone), 0.99);
  EXPECT_DOUBLE_EQ(pearson({{0, 0}, {0.5, 2.5}, {1, 5}}), 1);
  EXPECT_DOUBLE_EQ(spearman({{0.4, 0}, {0.3, 1}, {0.2, 4}}), -1);
  EXPECT_EQ(spearman({{0.4, 2}, {0.3, 2}}), 0);
  // Ties share the mean rank: 0, 1.5, 1.5, 3 against 0, 1, 2, 3 by hand: 4.5 / sqrt(4.5 * 5).
  EXPECT_NEAR(spearman({{0, 0}, {0.1, 1}, {0.1, 2}, {0.2, 3}}), 4.5 / std::sqrt(22.5), 1e-12);
}

}  // namespace
}  // namespace memfold::tools
