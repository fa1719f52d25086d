#include "tools/eval/figures.h"

#include <gtest/gtest.h>

namespace memfold::tools {
namespace {

constexpr Verdict U = Verdict::Update, L = Verdict::Link, D = Verdict::Duplicate,
                  M = Verdict::Merge, N = Verdict::Unrelated;

Outcome outcome(std::string language, Verdict expected, Verdict given, double confidence = 1) {
  return {.language = std::move(language),
          .expected = expected,
          .given = given,
          .confidence = confidence,
          .expected_relationship = std::nullopt,
          .given_relationship = std::nullopt};
}

/// Of three updates one is right, one taken for a link, one for unrelated; of two links one is
/// taken for an update.
const std::vector<Outcome> kOutcomes = {outcome("ko", U, U, 0.9),  outcome("ko", U, L, 0.6),
                                        outcome("en", U, N, 0.55), outcome("en", L, U, 0.4),
                                        outcome("en", L, L, 0.95), outcome("en", D, D, 1)};

TEST(EvalFigures, CountByClass) {
  const Figures figures = figures_of(kOutcomes);
  EXPECT_EQ(figures.accuracy, (Share{3, 6}));
  EXPECT_DOUBLE_EQ(*figures.of(U).precision(), 1.0 / 2);
  EXPECT_DOUBLE_EQ(*figures.of(U).recall(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(*figures.of(U).f1(), 2.0 / 5);
  EXPECT_DOUBLE_EQ(*figures.of(L).precision(), 1.0 / 2);
  EXPECT_DOUBLE_EQ(*figures.of(L).recall(), 1.0 / 2);
  EXPECT_DOUBLE_EQ(*figures.of(D).f1(), 1);
  EXPECT_EQ(figures.confusion[std::size_t(U)][std::size_t(N)], 1u);
  EXPECT_EQ(figures.confusion[std::size_t(N)][std::size_t(U)], 0u);
}

TEST(EvalFigures, AShareOfNothingHasNoValue) {
  const Figures figures = figures_of(kOutcomes);
  EXPECT_FALSE(figures.of(M).precision() || figures.of(M).recall() || figures.of(M).f1());
  EXPECT_DOUBLE_EQ(*figures.of(N).precision(), 0) << "given, never right";
  EXPECT_FALSE(figures.of(N).recall()) << "never expected";
  EXPECT_DOUBLE_EQ(*figures.of(N).f1(), 0);
  EXPECT_FALSE(figures_of(std::span<const Outcome>{}).accuracy.value());
}

TEST(EvalFigures, ConfusionOfUpdateAndLinkIsOverBoth) {
  EXPECT_EQ(figures_of(kOutcomes).update_link_confusion, (Share{2, 5}));
}

TEST(EvalFigures, LanguagesAreCountedApart) {
  const auto figures = figures_by_language(kOutcomes);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures.at("ko").accuracy, (Share{1, 2}));
  EXPECT_DOUBLE_EQ(*figures.at("ko").of(U).precision(), 1);
  EXPECT_DOUBLE_EQ(*figures.at("en").of(U).precision(), 0);
}

TEST(EvalFigures, RelationshipsCountWhereALabelledLinkWasFound) {
  std::vector<Outcome> outcomes(5, outcome("en", L, L));
  outcomes[0].expected_relationship = outcomes[0].given_relationship = EdgeType::Causal;
  outcomes[1].expected_relationship = EdgeType::Causal;
  outcomes[1].given_relationship = EdgeType::Sequential;
  outcomes[2].expected_relationship = EdgeType::Causal;  // found, of no type
  outcomes[3].given_relationship = EdgeType::Causal;     // not labelled
  outcomes[4].expected_relationship = outcomes[4].given_relationship = EdgeType::Causal;
  outcomes[4].given = U;  // not found
  EXPECT_EQ(relationships_right(outcomes), (Share{1, 3}));
}

TEST(EvalFigures, EveryConfidenceFallsIntoOneBand) {
  std::vector<Outcome> outcomes;
  for (const double confidence : {0.0, 0.49, 0.5, 0.59, 0.6, 0.7, 0.8, 0.9, 1.0}) {
    outcomes.push_back(outcome("en", U, confidence < 0.9 ? L : U, confidence));
  }
  const auto bands = calibration_of(outcomes);
  std::vector<std::size_t> sizes;
  for (const ConfidenceBand& band : bands) sizes.push_back(band.right.whole);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 2, 1, 1, 1, 2}));
  EXPECT_EQ(bands.back().right.part, 2u);
  EXPECT_EQ(bands.front().right.part, 0u);
  EXPECT_DOUBLE_EQ(bands[1].from, 0.5);
  EXPECT_DOUBLE_EQ(bands[1].to, 0.6);
}

TEST(EvalFigures, TheBaselineHasThreeBounds) {
  const std::vector<std::pair<double, Verdict>> cases = {
      {1, D}, {0.95, D}, {0.949, U}, {0.80, U}, {0.799, L}, {0.50, L}, {0.499, N}, {0, N}};
  for (const auto& [similarity, verdict] : cases) {
    EXPECT_EQ(verdict_by_threshold(similarity), verdict) << similarity;
  }
}

TEST(EvalFigures, CurvesLeaveOutWhatIsBelowTheThreshold) {
  const std::vector<Curve> curves = curves_of(kOutcomes);
  ASSERT_EQ(curves.size(), 9u) << "three classes, together and in two languages";
  const Curve& update = curves[1];
  EXPECT_EQ(update.language, kEveryLanguage);
  EXPECT_EQ(update.verdict, U);
  ASSERT_EQ(update.points.size(), 101u);
  EXPECT_DOUBLE_EQ(*update.points[0].figures.precision(), 1.0 / 2);
  EXPECT_DOUBLE_EQ(*update.points[40].figures.precision(), 1.0 / 2) << "0.40 is not below 0.4";
  EXPECT_DOUBLE_EQ(*update.points[41].figures.precision(), 1);
  EXPECT_DOUBLE_EQ(*update.points[90].figures.recall(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(*update.points[91].figures.recall(), 0);
  EXPECT_FALSE(update.points[91].figures.precision());
  EXPECT_EQ(curves[3].language, "en");
}

TEST(EvalFigures, OneLanguageIsDrawnOnce) {
  EXPECT_EQ(curves_of(std::span(kOutcomes).first(2)).size(), 3u);
}

TEST(EvalFigures, LabelsAreInUpperCase) {
  EXPECT_EQ(label(U), "UPDATE");
  EXPECT_EQ(label(N), "UNRELATED");
}

}  // namespace
}  // namespace memfold::tools
