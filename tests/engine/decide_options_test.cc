// The figures decisions are made by: what they are when nobody says otherwise, and what is refused.
#include <gtest/gtest.h>

#include <string>

#include "memfold/error.h"
#include "memfold/options.h"

namespace memfold {
namespace {

std::string refusal(const DecideOptions& options) {
  try {
    validate(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
  return {};
}

TEST(DecideDefaults, WeightsOfContentPeopleThreadSubjectAndEntities) {
  const DecideOptions options;
  EXPECT_EQ(options.default_weights, (Weights{0.50, 0.15, 0.15, 0.10, 0.10}));
  EXPECT_EQ(options.update_weights, (Weights{0.35, 0.15, 0.25, 0.15, 0.10}));
  EXPECT_EQ(options.link_weights, (Weights{0.30, 0.20, 0.10, 0.15, 0.25}));
  EXPECT_EQ(options.update_weights_above, 0.75);
  EXPECT_EQ(options.missing_factors, MissingFactors::Renormalise);
  EXPECT_EQ(kFactorNames[std::size_t(Factor::Entities)], "entities");
}

TEST(DecideDefaults, CandidatesByEmbedding) {
  EXPECT_EQ(DecideOptions{}.nearest, 8);
}

TEST(DecideDefaults, PolicyModeBandsAndRanges) {
  const DecideOptions options;
  EXPECT_EQ(options.policy, Policy::Tree);
  EXPECT_EQ(options.mode, Mode::Balanced);
  EXPECT_EQ(options.related_from, 0.50);
  EXPECT_EQ(options.update_from, 0.80);
  EXPECT_EQ(options.duplicate_from, 0.95);
  EXPECT_EQ(options.balanced_from, 0.50);
  EXPECT_EQ(options.balanced_below, 0.95);
  EXPECT_EQ(options.accurate_from, 0.30);
  EXPECT_EQ(options.accurate_below, 0.98);
  EXPECT_EQ(options.update_floor, 0.70);
}

TEST(DecideDefaults, GateOfClassify) {
  const ClassifyOptions classify = DecideOptions{}.classify;
  EXPECT_EQ(classify.cosine_above, 0.85);
  EXPECT_EQ(classify.max_candidates, 5);
  EXPECT_TRUE(classify.supersede);
  EXPECT_TRUE(classify.merge);
  EXPECT_EQ(classify.similar_strength, 0.8);
}

TEST(DecideDefaults, DoubtPriorityAndFieldStrategies) {
  const DecideOptions options;
  EXPECT_EQ(options.review_at_confidence, 0.80);
  EXPECT_EQ(options.in_doubt, DoubtPolicy::Link);
  EXPECT_TRUE(options.respect_source_priority);
  EXPECT_EQ(options.content, ContentStrategy::Revise);
  EXPECT_EQ(options.keywords, KeywordStrategy::Merge);
  EXPECT_EQ(options.importance, ImportanceStrategy::Max);
}

TEST(DecideDefaults, RetentionOfTheLog) {
  const EngineOptions options;
  EXPECT_EQ(options.log_retention_days, 90);
  EXPECT_FALSE(options.retention_drops_entries);
}

TEST(DecideOptionsCheck, TheDefaultsPass) {
  EXPECT_EQ(refusal({}), "");
}

TEST(DecideOptionsCheck, EachSetOfWeightsMustSumToOne) {
  const struct {
    const char* name;
    Weights DecideOptions::*weights;
  } sets[] = {{"default_weights", &DecideOptions::default_weights},
              {"update_weights", &DecideOptions::update_weights},
              {"link_weights", &DecideOptions::link_weights}};
  for (const auto& set : sets) {
    DecideOptions options;
    options.*(set.weights) = {0.2, 0.2, 0.2, 0.2, 0.2};
    EXPECT_EQ(refusal(options), "") << "other weights are fine";
    for (const double last : {0.1999, 0.2001}) {
      options.*(set.weights) = {0.2, 0.2, 0.2, 0.2, last};
      EXPECT_NE(refusal(options).find(std::string(set.name) + " must sum to 1"), std::string::npos)
          << refusal(options);
    }
    options.*(set.weights) = {1.2, -0.2, 0, 0, 0};
    EXPECT_NE(refusal(options).find(std::string(set.name) + ".content"), std::string::npos)
        << "a sum of 1 is not enough: " << refusal(options);
  }
}

TEST(DecideOptionsCheck, BandsAndRangesMustAscend) {
  DecideOptions options;
  options.duplicate_from = 0.79;
  EXPECT_NE(refusal(options).find("bands"), std::string::npos);
  options = {};
  options.accurate_below = 0.29;
  EXPECT_NE(refusal(options).find("range"), std::string::npos);
}

}  // namespace
}  // namespace memfold
