// How far two statements' meanings cover each other.
#include "models/word_meanings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "models/meaning_kernel.h"

namespace memfold::models {
namespace {

double number(std::string_view existing, std::string_view incoming, std::string_view name) {
  const auto numbers = meaning_numbers(WordMeanings(existing), WordMeanings(incoming));
  const auto names = meaning_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::invalid_argument(std::string(name));
  return double(numbers[std::size_t(at - names.begin())]);
}

TEST(WordMeanings, ATextCoversItself) {
  constexpr std::string_view kText = "예산 회의는 목요일 3시, the budget meeting";
  EXPECT_NEAR(number(kText, kText, "meanings alike"), 1, 1e-3);
  EXPECT_NEAR(number(kText, kText, "existing meaning covered"), 1, 1e-3);
  EXPECT_NEAR(number(kText, kText, "incoming word least covered"), 1, 2e-3);
  EXPECT_NEAR(number(kText, kText, "existing meaning gone"), 0, 1e-3);
  EXPECT_NEAR(number(kText, kText, "meanings apart"), 0, 1e-3);
}

TEST(WordMeanings, OtherWordsForTheSameCoverMoreThanOtherThings) {
  constexpr std::string_view kKnown = "The doctor's appointment was cancelled.";
  const auto covered = [&](std::string_view incoming) {
    return number(kKnown, incoming, "existing meaning covered");
  };
  EXPECT_GT(covered("They called off the visit to the physician."),
            covered("We painted the kitchen green."));
  EXPECT_GT(covered("병원 예약이 취소되었다."), covered("부엌을 초록색으로 칠했다."));
}

TEST(WordMeanings, WhatIsNewIsSeenFromEitherSide) {
  constexpr std::string_view kShort = "Ida paints.", kLong = "Ida paints in the old harbour.";
  EXPECT_NEAR(number(kShort, kLong, "existing meaning gone"), 0, 1e-3);
  EXPECT_GT(number(kShort, kLong, "incoming meaning new"), 0.05);
  EXPECT_EQ(number(kShort, kLong, "incoming meaning new"),
            number(kLong, kShort, "existing meaning gone"));
  EXPECT_EQ(number(kShort, kLong, "meanings alike"), number(kLong, kShort, "meanings alike"));
}

TEST(MeaningKernel, EveryKernelGivesTheBitsOfThePlainOne) {
  constexpr std::size_t kRow = PieceRows::kDimension;
  std::mt19937 random(7);
  std::uniform_int_distribution<int> whole(-WordMeanings::kUnit, WordMeanings::kUnit);
  std::normal_distribution<double> real;
  std::vector<std::int16_t> a(kRow), b(kRow);
  std::vector<double> x(kRow), y(kRow);
  for (std::size_t i = 0; i < kRow; ++i) {
    a[i] = std::int16_t(whole(random)), b[i] = std::int16_t(whole(random));
    x[i] = real(random), y[i] = real(random);
  }
  const MeaningKernel& plain = *meaning_kernels().front();
  std::vector<double> expected = x;
  plain.add(a.data(), 0.37, expected.data());
  for (const MeaningKernel* kernel : meaning_kernels()) {
    EXPECT_EQ(kernel->dot(a.data(), b.data()),
              std::inner_product(a.begin(), a.end(), b.begin(), std::int32_t{0}));
    EXPECT_EQ(kernel->product(x.data(), y.data()), plain.product(x.data(), y.data()));
    std::vector<double> sums = x;
    kernel->add(a.data(), 0.37, sums.data());
    EXPECT_EQ(sums, expected);
  }
}

TEST(WordMeanings, NothingAndAnyBytesAreTaken) {
  const auto none = meaning_numbers(WordMeanings("..."), WordMeanings("a meeting"));
  EXPECT_TRUE(std::all_of(none.begin(), none.end(), [](float one) { return one == 0; }));
  EXPECT_TRUE(WordMeanings("\xff\xfe \x80").words().empty());
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "harbour ";
  EXPECT_EQ(WordMeanings(many).words().size(), WordMeanings::kMost);
}

}  // namespace
}  // namespace memfold::models
