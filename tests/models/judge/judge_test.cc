// The shipped Judge.
#include <gtest/gtest.h>

#include <cmath>

#include "memfold/error.h"
#include "memfold/judge.h"
#include "memfold/models.h"
#include "models/judge/judge_features.h"
#include "models/judge/wording.h"

namespace memfold {
namespace {

Analysis compared(std::string_view existing, std::string_view incoming) {
  return *builtin_analyst()->compare_for_judge({existing, {}, std::nullopt},
                                               {incoming, {}, std::nullopt}, 0);
}

Judgement judged(std::string_view existing, std::string_view incoming) {
  PairContext context;
  context.memory_stated = Time{0};
  context.fact_stated = Time{kMicrosPerDay};
  const Analysis analysis = compared(existing, incoming);
  return builtin_judge()->judge(incoming, {&context, 1}, {&analysis, 1}).front();
}

double likely(const Judgement& judgement, Outcome outcome) {
  return judgement.likely[std::size_t(outcome)];
}

TEST(Judge, IsSureOfWhatNobodyDoubts) {
  for (const auto& [existing, incoming] :
       {std::pair("The marketing budget is 500 USD.", "The marketing budget is 700 USD now."),
        std::pair("가을 행사 예산은 3000만원", "가을 행사 예산이 4000만원으로 늘었습니다")}) {
    EXPECT_GT(likely(judged(existing, incoming), Outcome::Update), 0.5) << incoming;
  }
  EXPECT_GT(
      likely(judged("부산 지사의 새 주소는 해운대로 99", "점심은 김밥을 먹었다"), Outcome::Apart),
      0.9);
}

TEST(Judge, ProbabilitiesSumToOneAndPartsAreNamed) {
  const Judgement judgement = judged("We meet at 3.", "We meet at 4 instead.");
  double sum = 0;
  for (const double one : judgement.likely) {
    EXPECT_GE(one, 0);
    sum += one;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  const std::vector<OutcomePart> parts = judgement.parts();
  ASSERT_FALSE(parts.empty());
  for (const OutcomePart& part : parts) EXPECT_FALSE(part.name.empty());
}

TEST(Judge, TakesWhatWasSetAsideForApartAndTheOthersAsTheyStand) {
  const std::string_view fact = "The marketing budget is 700 USD now.";
  const std::vector<Analysis> analyses = {compared("The marketing budget is 500 USD.", fact), {}};
  std::vector<PairContext> contexts(2);
  contexts[1].set_aside = true;
  const auto both = builtin_judge()->judge(fact, contexts, analyses);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_GT(likely(both[0], Outcome::Update), 0.5);
  EXPECT_EQ(likely(both[1], Outcome::Apart), 1);
  EXPECT_FALSE(both[1].parts);
}

TEST(Judge, WhatSharesLessThanAskedForIsSetAside) {
  for (const auto& [existing, incoming] :
       {std::pair("The marketing budget is 500 USD.", "The marketing budget is 700 USD now."),
        std::pair("가을 행사 예산은 3000만원", "가을 행사 예산이 4000만원으로 늘었습니다"),
        std::pair("We meet at 3.", "점심은 김밥을 먹었다")}) {
    const double shared = double(compared(existing, incoming).evidence[models::kWordsShared]);
    const auto beside = [&](double least) {
      return builtin_analyst()->compare_for_judge({existing, {}, std::nullopt},
                                                  {incoming, {}, std::nullopt}, least);
    };
    EXPECT_TRUE(beside(shared - 1e-6));
    EXPECT_FALSE(beside(shared + 1e-6));
  }
}

TEST(Judge, EachFeatureHasAName) {
  const Analysis analysis = compared("We meet at 3.", "We meet at 4.");
  const PairContext context;
  const auto rows = models::judge_features({}, {&context, 1}, {&analysis, 1});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows.front().size(), models::judge_feature_names().size());
}

TEST(Judge, RefusesAnAnalystItWasNotFittedFor) {
  const Analysis analysis;
  const PairContext context;
  EXPECT_THROW(builtin_judge()->judge("a", {&context, 1}, {&analysis, 1}), Error);
}

TEST(Wording, RowsAreAscendingAndLettersAlone) {
  const auto rows = models::wording_rows("이제 3시예요  now");
  ASSERT_FALSE(rows.empty());
  for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_LT(rows[i - 1], rows[i]);
  EXPECT_EQ(rows, models::wording_rows("이제\n3시예요 NOW"));
  EXPECT_TRUE(models::wording_rows(" \n\t").empty());
  EXPECT_FALSE(models::wording_rows("\xff\xfe\x80").empty());
}

TEST(Wording, TellsAChangeFromSomethingNew) {
  const models::Wording wording(models::weights());
  const auto change = wording.log_likely("Instead it is moved to Friday now");
  EXPECT_GT(change[std::size_t(Outcome::Update)],
            wording.log_likely("The dog is called Bello")[std::size_t(Outcome::Update)]);
}

}  // namespace
}  // namespace memfold
