// The learned part of the Analyst: its features, its weights, and what it makes of them.
#include "models/analyst/learned.h"

#include <gtest/gtest.h>

#include <numeric>

namespace memfold::models {
namespace {

PairFeatures features_of(std::string_view existing, std::string_view incoming) {
  const Reading before({existing, {}, std::nullopt}), after({incoming, {}, std::nullopt});
  const Evidence evidence = gather(before, after);
  return pair_features(evidence, conclude_by_rules(evidence));
}

TEST(Learned, WeightsAreForTheFeaturesThereAre) {
  const auto learned = learned_names();
  const auto names = feature_names();
  ASSERT_EQ(learned.size(), names.size());
  EXPECT_TRUE(std::equal(learned.begin(), learned.end(), names.begin()))
      << "fit the weights anew: tools/fit_analyst.py";
}

TEST(Learned, ProbabilitiesSumToOneWhateverThePair) {
  const std::string_view texts[] = {"",
                                    "x",
                                    "회의는 3시",
                                    "The budget is $5,000 and 3 of 5 agreed",
                                    "\xff\xfe broken",
                                    "한 두 세 네 다섯"};
  for (const std::string_view a : texts) {
    for (const std::string_view b : texts) {
      const Probabilities p = probabilities(features_of(a, b));
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
      for (const double one : p) EXPECT_GE(one, 0);
    }
  }
}

TEST(Learned, AFarOutlierCountsForNoMoreThanFourSpreads) {
  PairFeatures features = features_of("회의는 3시", "회의는 4시");
  PairFeatures farther = features;
  features[0] = 1e6F;
  farther[0] = 1e9F;
  EXPECT_EQ(probabilities(features), probabilities(farther));
}

TEST(Learned, TheStrongestFeaturesSpeakForTheVerdict) {
  const PairFeatures features =
      features_of("The venue of the picnic is the river park",
                  "Instead of the river park the picnic will be at the castle garden");
  const auto names = strongest(features, Verdict::Update, 5);
  ASSERT_FALSE(names.empty());
  EXPECT_LE(names.size(), 5u);
  // Taking the strongest away makes the verdict less likely.
  PairFeatures without = features;
  const auto place = std::find(feature_names().begin(), feature_names().end(), names.front());
  const auto i = std::size_t(place - feature_names().begin());
  const auto of_update = std::size_t(Verdict::Update);
  without[i] = features[i] > 0 ? 0 : features[i] + 1;
  EXPECT_LT(probabilities(without)[of_update], probabilities(features)[of_update]);
}

}  // namespace
}  // namespace memfold::models
