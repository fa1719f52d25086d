// Factors, weights and the choice between weight sets.
#include "engine/fold/score.h"

#include <gtest/gtest.h>

#include <set>

namespace memfold {
namespace {

using Factors = std::array<double, kFactorCount>;
constexpr std::array<bool, kFactorCount> kAll = {true, true, true, true, true};

/// Options under which no rule changes the weights.
DecideOptions default_weights_only() {
  DecideOptions options;
  options.update_weights_above = 1.0;
  return options;
}

TEST(Score, TheWorkedExampleGivesPointEightSeven) {
  const Score score = score_factors({0.82, 1, 1, 1, 0.6}, kAll, default_weights_only());
  EXPECT_EQ(score.total, 0.87);
  EXPECT_EQ(score.weight_set, WeightSet::Default);
}

TEST(Score, SumsThatAreABandEdgeOnPaperAreOneHere) {
  // 0.5 * 0.7 + 0.15 + 0.15 + 0.1 + 0.1 * 0.5 = 0.80, which plain doubles miss by an ulp or so.
  EXPECT_EQ(score_factors({0.7, 1, 1, 1, 0.5}, kAll, default_weights_only()).total, 0.80);
  EXPECT_EQ(score_factors({0.9, 1, 1, 1, 1}, kAll, default_weights_only()).total, 0.95);
  EXPECT_EQ(score_factors({0.5, 1, 0, 1, 0}, kAll, default_weights_only()).total, 0.50);
}

TEST(Score, AMissingFactorIsLeftOutAndTheRestRenormalised) {
  const Score score = score_factors({0.8, 0, 0, 0, 0}, {true, false, false, false, false}, {});
  EXPECT_EQ(score.total, 0.8);
  EXPECT_EQ(score.weights[0], 1.0);
  const Score two = score_factors({0.8, 1, 0, 0, 0}, {true, true, false, false, false}, {});
  EXPECT_NEAR(two.total, (0.5 * 0.8 + 0.15) / 0.65, 1e-9);
}

TEST(Score, AMissingFactorCountsAsZeroWhenAskedTo) {
  DecideOptions options;
  options.missing_factors = MissingFactors::Zero;
  EXPECT_EQ(score_factors({0.8, 0, 0, 0, 0}, {true, false, false, false, false}, options).total,
            0.4);
}

TEST(Score, EachWeightIsConfiguration) {
  for (std::size_t i = 0; i < kFactorCount; ++i) {
    DecideOptions options = default_weights_only();
    options.default_weights = {};
    options.default_weights[i] = 1;
    Factors factors = {0.1, 0.2, 0.3, 0.4, 0.5};
    EXPECT_EQ(score_factors(factors, kAll, options).total, factors[i]) << kFactorNames[i];
  }
}

TEST(Score, NothingPresentScoresZero) {
  EXPECT_EQ(score_factors({}, {}, {}).total, 0);
}

TEST(Score, SameThreadAndAboveThePointUsesTheUpdateWeights) {
  const Score score = score_factors({0.82, 1, 1, 1, 0.6}, kAll, {});
  EXPECT_EQ(score.weight_set, WeightSet::Update);
  EXPECT_NEAR(score.total, 0.35 * 0.82 + 0.15 + 0.25 + 0.15 + 0.10 * 0.6, 1e-9);
}

TEST(Score, SameThreadAtThePointKeepsTheDefaultWeights) {
  // 0.5 * 0.7 + 0.15 + 0.15 + 0.1 + 0 = 0.75 exactly: not above.
  const Score score = score_factors({0.7, 1, 1, 1, 0}, kAll, {});
  EXPECT_EQ(score.weight_set, WeightSet::Default);
  EXPECT_EQ(score.total, 0.75);
}

TEST(Score, SameEntitiesInAnotherThreadUsesTheLinkWeights) {
  const Score score = score_factors({0.8, 0.5, 0, 0.5, 1}, kAll, {});
  EXPECT_EQ(score.weight_set, WeightSet::Link);
  EXPECT_NEAR(score.total, 0.30 * 0.8 + 0.20 * 0.5 + 0.15 * 0.5 + 0.25, 1e-9);
}

TEST(Score, SameEntitiesWithoutAThreadKeepsTheDefaultWeights) {
  EXPECT_EQ(score_factors({0.8, 0.5, 0, 0.5, 1}, {true, true, false, true, true}, {}).weight_set,
            WeightSet::Default);
}

TEST(Score, PartlySharedEntitiesInAnotherThreadKeepTheDefaultWeights) {
  EXPECT_EQ(score_factors({0.8, 0.5, 0, 0.5, 0.9}, kAll, {}).weight_set, WeightSet::Default);
}

TEST(Jaccard, CountsSharedOverAll) {
  const std::vector<std::uint64_t> a = {1, 2, 3}, b = {2, 3, 4}, none;
  EXPECT_EQ(jaccard(a, b), 0.5);
  EXPECT_EQ(jaccard(a, a), 1.0);
  EXPECT_EQ(jaccard(a, none), 0.0);
  EXPECT_EQ(jaccard(none, none), 0.0);
}

TEST(WeightedJaccard, ARareKeyCountsMoreThanACommonOne) {
  const KeyFrequency frequency = [](std::uint64_t key) { return key == 1 ? 0u : 99u; };
  const std::vector<std::uint64_t> fact = {1, 2}, shares_rare = {1, 3}, shares_common = {2, 3};
  EXPECT_GT(weighted_jaccard(fact, shares_rare, frequency),
            weighted_jaccard(fact, shares_common, frequency));
  EXPECT_EQ(weighted_jaccard(fact, fact, frequency), 1.0);
}

TEST(Dice, ComparesSubjectsByTheirCharacterPairs) {
  EXPECT_EQ(dice(shape_of("q1 예산"), shape_of("q1 예산")), 1.0);
  EXPECT_GT(dice(shape_of("q1 마케팅 예산"), shape_of("q1 마케팅 예산안")), 0.8);
  EXPECT_LT(dice(shape_of("q1 마케팅 예산"), shape_of("점심 메뉴")), 0.2);
  EXPECT_EQ(dice(shape_of(""), shape_of("a")), 0.0);
  EXPECT_EQ(dice(shape_of("a"), shape_of("a")), 1.0) << "one character has no pair but is itself";
}

TEST(ScoreCandidates, EachFactorComesFromItsOwnFields) {
  FeatureTable table;
  ExactKeys keys;
  keys.thread = 7;
  keys.people = {1, 2};
  keys.entities = {5};
  keys.subject = "q1 예산";
  table.add(Id{}, 0, keys);
  table.add(Id{}, 1, ExactKeys{});
  const SubjectShape shape = shape_of("q1 예산");
  const std::vector<std::uint64_t> people = {2, 3}, entities = {5};
  const FactFeatures fact{.thread = 7,
                          .people = people,
                          .entities = entities,
                          .subject = shape,
                          .subject_key = subject_key("q1 예산")};
  const CandidateDot candidates[] = {{0, std::int32_t(kDotScale * 0.75), true}, {1, 0, false}};
  const std::vector<Score> scores = score_candidates(fact, table, candidates, Calibration(),
                                                     [](std::uint64_t) { return 1u; }, {});
  EXPECT_EQ(scores[0].factors[std::size_t(Factor::Content)], 0.75);
  EXPECT_NEAR(scores[0].factors[std::size_t(Factor::People)], 1.0 / 3, 1e-12);
  EXPECT_EQ(scores[0].factors[std::size_t(Factor::Thread)], 1.0);
  EXPECT_EQ(scores[0].factors[std::size_t(Factor::Subject)], 1.0);
  EXPECT_EQ(scores[0].factors[std::size_t(Factor::Entities)], 1.0);
  EXPECT_EQ(scores[1].total, 0.0);
  for (const bool present : scores[1].present) EXPECT_FALSE(present);
}

/// A table of memories to score one fact against.
class ScoreFactors : public testing::Test {
 protected:
  void remember(std::uint64_t thread, std::vector<std::uint64_t> people,
                std::vector<std::uint64_t> entities, std::string subject = {}) {
    ExactKeys keys;
    keys.thread = thread;
    keys.people = std::move(people);
    keys.entities = std::move(entities);
    keys.subject = std::move(subject);
    table_.add(Id{}, table_.size(), keys);
  }
  std::vector<Score> scores(std::span<const CandidateDot> candidates,
                            const Calibration& calibration = Calibration()) const {
    const SubjectShape shape = shape_of("q1 예산");
    const FactFeatures fact{.thread = 7,
                            .people = people_,
                            .entities = entities_,
                            .subject = shape,
                            .subject_key = subject_key("q1 예산")};
    return score_candidates(fact, table_, candidates, calibration,
                            [](std::uint64_t key) { return key; }, {});
  }
  static CandidateDot at(Ordinal ordinal, double cosine) {
    return {ordinal, std::int32_t(kDotScale * cosine), true};
  }
  static double factor(const Score& score, Factor one) { return score.factors[std::size_t(one)]; }
  static bool present(const Score& score, Factor one) { return score.present[std::size_t(one)]; }

  FeatureTable table_;
  std::vector<std::uint64_t> people_ = {2, 3}, entities_ = {5};
};

TEST_F(ScoreFactors, ContentIsTheCalibratedCosineClampedToZeroAndOne) {
  remember(0, {}, {});
  const auto content = [&](double cosine, const Calibration& calibration) {
    const CandidateDot candidate = at(0, cosine);
    return factor(scores({&candidate, 1}, calibration)[0], Factor::Content);
  };
  const Calibration stretched({{0.25, 0.0}, {0.75, 1.0}});
  EXPECT_EQ(content(0.5, stretched), 0.5);
  EXPECT_EQ(content(0.375, stretched), 0.25);
  EXPECT_EQ(content(0.875, stretched), 1.0);
  EXPECT_EQ(content(-0.5, stretched), 0.0);
  EXPECT_EQ(content(-0.5, Calibration()), 0.0);
  EXPECT_EQ(content(0.75, Calibration()), 0.75);
}

TEST_F(ScoreFactors, ThreadIsOneInTheSameAndZeroInAnother) {
  remember(7, {}, {});
  remember(8, {}, {});
  const CandidateDot candidates[] = {at(0, 0.5), at(1, 0.5)};
  const auto found = scores(candidates);
  EXPECT_EQ(factor(found[0], Factor::Thread), 1.0);
  EXPECT_EQ(factor(found[1], Factor::Thread), 0.0);
  EXPECT_TRUE(present(found[1], Factor::Thread)) << "another thread is known to be another";
}

TEST_F(ScoreFactors, SubjectIsTheSimilarityOfSubjects) {
  remember(0, {}, {}, "q1 예산");
  remember(0, {}, {}, "q1 예산안");
  remember(0, {}, {}, "점심 메뉴");
  const CandidateDot candidates[] = {at(0, 0.5), at(1, 0.5), at(2, 0.5)};
  const auto found = scores(candidates);
  EXPECT_EQ(factor(found[0], Factor::Subject), 1.0);
  EXPECT_EQ(factor(found[1], Factor::Subject), dice(shape_of("q1 예산"), shape_of("q1 예산안")));
  EXPECT_EQ(factor(found[2], Factor::Subject), 0.0);
}

TEST_F(ScoreFactors, WhatEitherSideLacksIsNotPresent) {
  remember(7, {2}, {});
  remember(0, {2}, {5});
  entities_.clear();
  const CandidateDot candidates[] = {at(0, 0.5), {1, 0, false}};
  const auto fact_lacks = scores(candidates);
  EXPECT_FALSE(present(fact_lacks[1], Factor::Entities)) << "the fact has none";
  EXPECT_FALSE(present(fact_lacks[1], Factor::Thread)) << "the memory has none";
  EXPECT_FALSE(present(fact_lacks[1], Factor::Content)) << "one has no embedding";
  EXPECT_FALSE(present(fact_lacks[0], Factor::Subject)) << "the memory has none";
  EXPECT_TRUE(present(fact_lacks[0], Factor::People));
  EXPECT_TRUE(present(fact_lacks[0], Factor::Thread));
  entities_ = {5};
  EXPECT_FALSE(present(scores(candidates)[0], Factor::Entities)) << "the memory has none";
}

TEST_F(ScoreFactors, AWholeBatchScoresAsItsCandidatesDoOneByOne) {
  std::vector<CandidateDot> candidates;
  for (std::uint64_t i = 0; i < 37; ++i) {
    remember(i % 3 == 0 ? 7 : i % 3, {i % 4, 4 + i % 2}, i % 5 == 0 ? entities_ : people_,
             i % 2 == 0 ? "q1 예산" : "");
    candidates.push_back(at(Ordinal(i), double(i) / 40));
  }
  const std::vector<Score> together = scores(candidates);
  std::set<WeightSet> sets;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    EXPECT_EQ(together[i], scores({&candidates[i], 1})[0]) << i;
    sets.insert(together[i].weight_set);
  }
  EXPECT_EQ(sets.size(), 3u) << "each candidate chose its weights for itself";
}

}  // namespace
}  // namespace memfold
