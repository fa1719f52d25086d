// The learned part of the Analyst: its features, its weights, and what it makes of them.
#include "models/analyst/learned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace memfold::models {
namespace {

struct LearnedPair {
  Reading existing, incoming;
  Evidence evidence;
  PairFeatures features;
  std::vector<WordFeature> words;

  LearnedPair(std::string_view a, std::string_view b)
      : existing({a, {}, std::nullopt}),
        incoming({b, {}, std::nullopt}),
        evidence(gather(existing, incoming)),
        features(pair_features(evidence, conclude_by_rules(evidence))),
        words(word_features(evidence)) {}
};

double likely(const LearnedPair& pair, Verdict verdict) {
  return verdict_model().probabilities(pair.features, pair.words)[std::size_t(verdict)];
}

TEST(Learned, WeightsAreForTheFeaturesThereAre) {
  const auto names = feature_names();
  for (const auto& learned : {verdict_model().names(), relationship_model().names()}) {
    ASSERT_EQ(learned.size(), names.size());
    EXPECT_TRUE(std::equal(learned.begin(), learned.end(), names.begin()))
        << "fit the weights anew: training/fit_analyst.py";
  }
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
      const LearnedPair pair(a, b);
      const auto p = verdict_model().probabilities(pair.features, pair.words);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
      for (const double one : p) EXPECT_GE(one, 0);
    }
  }
}

TEST(Learned, AFarOutlierCountsForNoMoreThanFourSpreads) {
  LearnedPair pair("회의는 3시", "회의는 4시"), farther("회의는 3시", "회의는 4시");
  pair.features[0] = 1e6F;
  farther.features[0] = 1e9F;
  EXPECT_EQ(verdict_model().probabilities(pair.features, pair.words),
            verdict_model().probabilities(farther.features, farther.words));
}

TEST(Learned, WhatSpeaksForAVerdictIsAFeatureOrAWord) {
  const LearnedPair pair("The venue of the picnic is the river park",
                         "Instead of the river park the picnic will be at the castle garden");
  const auto& model = verdict_model();
  const auto input = model.input(pair.features, pair.words);
  const Shares shares = model.shares_for(input, std::size_t(Verdict::Update));
  ASSERT_EQ(shares.parts.size(), pair.words.size());
  const auto speaks = [](double share) { return share > 0; };
  EXPECT_TRUE(std::any_of(shares.features.begin(), shares.features.end(), speaks));
  EXPECT_TRUE(std::any_of(shares.parts.begin(), shares.parts.end(), speaks));
}

/// What all classes get is what each has, less what the average one has.
TEST(Learned, SharesAddUpToTheLogOdds) {
  const LearnedPair pair("회의는 매주 화요일 3시에 한다", "회의가 수요일로 옮겨졌다");
  const auto& model = verdict_model();
  const auto input = model.input(pair.features, pair.words);
  const auto log_odds = model.log_odds(input), none = model.log_odds({});
  const double mean = beyond_average(log_odds, 0) - log_odds[0],
               mean_of_none = beyond_average(none, 0) - none[0];
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    const Shares shares = model.shares_for(input, v);
    double sum = std::accumulate(shares.features.begin(), shares.features.end(), 0.0);
    sum = std::accumulate(shares.parts.begin(), shares.parts.end(), sum);
    EXPECT_NEAR(sum, (log_odds[v] + mean) - (none[v] + mean_of_none), 1e-9);
  }
}

TEST(Learned, WordsOfChangeMostlySpeakForAnUpdate) {
  struct Case {
    const char *existing, *incoming, *word;
  };
  constexpr Case kCases[] = {
      {"Falcon is our supplier of bolts", "Falcon was replaced as our supplier of bolts", "replac"},
      {"Falcon is our supplier of bolts", "Falcon was dropped as our supplier of bolts", "drop"},
      {"Mira leads the billing team", "Mira has resigned from leading the billing team", "resign"},
      {"The ferry to Skye runs daily", "The ferry to Skye was discontinued", "discontinu"},
      {"The committee backs the bridge plan", "The committee rejected the bridge plan", "reject"},
      {"The gala is in the town hall", "The gala was cancelled", "cancel"},
      {"The archive is kept in Leeds", "The archive has moved to York", "mov"},
  };
  int right = 0;
  for (const Case& one : kCases) {
    const LearnedPair pair(one.existing, one.incoming);
    LearnedPair without(one.existing, one.incoming);
    std::erase_if(without.words,
                  [&](const WordFeature& word) { return word.text().starts_with(one.word); });
    EXPECT_LT(without.words.size(), pair.words.size()) << one.word;
    right += likely(without, Verdict::Update) < likely(pair, Verdict::Update);
  }
  EXPECT_GE(right, 6) << "of " << std::size(kCases);
}

TEST(Learned, ALinkIsNamedByWhatItsWordsSay) {
  struct Case {
    const char *existing, *incoming;
    EdgeType edge;
  };
  constexpr Case kCases[] = {
      {"Users grew by 20 percent in the first quarter",
       "In the second quarter users grew by 15 percent", EdgeType::Sequential},
      {"The new data act was passed", "Because of the data act our privacy notice was rewritten",
       EdgeType::Causal},
      {"One idea is to charge per seat", "The other option is to bill by usage",
       EdgeType::Alternative},
      {"개인정보 처리 규정이 강화되었다", "규정 강화로 인해 사내 지침을 다시 만들었다",
       EdgeType::Causal},
      {"예산 승인이 나야 캠페인을 시작할 수 있다", "캠페인은 6월 1일에 시작한다",
       EdgeType::Prerequisite},
  };
  for (const Case& one : kCases) {
    const LearnedPair pair(one.existing, one.incoming);
    const auto likely = relationship_model().probabilities(pair.features, pair.words);
    const auto best = std::max_element(likely.begin(), likely.end()) - likely.begin();
    EXPECT_EQ(kRelationships[best], one.edge) << one.incoming;
  }
}

TEST(Learned, AWordNoPairHadSaysNothing) {
  LearnedPair pair("budget", "budget");
  const auto before = verdict_model().probabilities(pair.features, pair.words);
  pair.words.push_back({"+qqxyzzy", {}});
  EXPECT_EQ(verdict_model().probabilities(pair.features, pair.words), before);
}

}  // namespace
}  // namespace memfold::models
