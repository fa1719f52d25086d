// The learned part of the Analyst: its features, its weights, and what it makes of them.
#include "models/analyst/learned.h"

#include <gtest/gtest.h>

#include <numeric>

namespace memfold::models {
namespace {

struct Pair {
  Reading existing, incoming;
  Evidence evidence;
  PairFeatures features;
  std::vector<WordFeature> words;

  Pair(std::string_view a, std::string_view b)
      : existing({a, {}, std::nullopt}),
        incoming({b, {}, std::nullopt}),
        evidence(gather(existing, incoming)),
        features(pair_features(evidence, conclude_by_rules(evidence))),
        words(word_features(evidence)) {}
};

double likely(const Pair& pair, Verdict verdict) {
  return probabilities(pair.features, pair.words)[std::size_t(verdict)];
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
      const Pair pair(a, b);
      const Probabilities p = probabilities(pair.features, pair.words);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
      for (const double one : p) EXPECT_GE(one, 0);
    }
  }
}

TEST(Learned, AFarOutlierCountsForNoMoreThanFourSpreads) {
  Pair pair("회의는 3시", "회의는 4시"), farther("회의는 3시", "회의는 4시");
  pair.features[0] = 1e6F;
  farther.features[0] = 1e9F;
  EXPECT_EQ(probabilities(pair.features, pair.words),
            probabilities(farther.features, farther.words));
}

TEST(Learned, TheStrongestSpeakForTheVerdict) {
  const Pair pair("The venue of the picnic is the river park",
                  "Instead of the river park the picnic will be at the castle garden");
  const auto reasons = strongest(pair.features, pair.words, Verdict::Update, 5);
  ASSERT_FALSE(reasons.empty());
  EXPECT_LE(reasons.size(), 5u);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    EXPECT_GT(reasons[i].strength, 0);
    EXPECT_LE(reasons[i].strength, reasons[i == 0 ? 0 : i - 1].strength);
    EXPECT_EQ(reasons[i].feature.empty(), reasons[i].word != nullptr);
  }
}

TEST(Learned, AWordOfChangeSpeaksForAnUpdate) {
  const Pair pair("Falcon is our supplier of bolts",
                  "Falcon was replaced as our supplier of bolts");
  Pair without("Falcon is our supplier of bolts", "Falcon was replaced as our supplier of bolts");
  std::erase_if(without.words, [](const WordFeature& word) { return word.text() == "replac"; });
  ASSERT_EQ(without.words.size() + 1, pair.words.size());
  EXPECT_LT(likely(without, Verdict::Update), likely(pair, Verdict::Update));
}

TEST(Learned, AWordNoPairHadSaysNothing) {
  Pair pair("budget", "budget");
  const auto before = probabilities(pair.features, pair.words);
  pair.words.push_back({"+qqxyzzy", {}});
  EXPECT_EQ(probabilities(pair.features, pair.words), before);
}

}  // namespace
}  // namespace memfold::models
