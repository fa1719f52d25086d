// The aligning network: that it computes what was fitted, and what it makes of pairs.
#include "models/analyst/aligner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <string>

#include "models/analyst/aligner_kernel.h"

namespace memfold::models {
namespace {

struct AlignedPair {
  Reading existing, incoming;
  Evidence evidence;
  PairFeatures features;

  AlignedPair(std::string_view a, std::string_view b, std::string_view subject = {})
      : existing({a, subject, std::nullopt}),
        incoming({b, subject, std::nullopt}),
        evidence(gather(existing, incoming)),
        features(pair_features(evidence, conclude_by_rules(evidence))) {}

  std::array<double, kVerdicts> likely() const {
    return likely_by(Alignment(evidence, features).log_odds());
  }
  double likely(Verdict verdict) const { return likely()[std::size_t(verdict)]; }
};

TEST(Aligner, WeightsAreForTheFeaturesThereAre) {
  const auto names = feature_names();
  const auto fitted = Alignment::feature_names();
  ASSERT_EQ(fitted.size(), names.size());
  EXPECT_TRUE(std::equal(fitted.begin(), fitted.end(), names.begin()))
      << "fit the weights anew: training/fit_aligner.py";
}

/// tests/data/aligner_probabilities.jsonl is what training/fit_aligner.py computed with the weights
/// it wrote.
TEST(Aligner, ComputesWhatWasFitted) {
  std::ifstream file(MEMFOLD_SOURCE_DIR "/tests/data/aligner_probabilities.jsonl");
  std::size_t count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    const auto json = nlohmann::json::parse(line);
    const std::string existing = json["existing"], incoming = json["new"];
    const std::string subject = json.value("subject", "");
    const auto likely = AlignedPair(existing, incoming, subject).likely();
    for (std::size_t v = 0; v < kVerdicts; ++v) {
      EXPECT_NEAR(likely[v], json["probabilities"][v].get<double>(), 1e-3)
          << existing << " | " << incoming;
    }
  }
  EXPECT_GE(count, 100u);
}

TEST(Aligner, ProbabilitiesSumToOneWhateverThePair) {
  const std::string_view texts[] = {"",
                                    "x",
                                    "?",
                                    "회의는 3시",
                                    "The budget is $5,000 and 3 of 5 agreed",
                                    "\xff\xfe broken \xed\xa0",
                                    "한 두 세 네 다섯"};
  const std::string many = [] {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "단어 word " + std::to_string(i) + ", ";
    return text;
  }();
  for (const std::string_view a : texts) {
    for (const std::string_view b : texts) {
      for (const AlignedPair& pair :
           {AlignedPair(a, b), AlignedPair(a, many), AlignedPair(many, b)}) {
        const auto likely = pair.likely();
        EXPECT_NEAR(std::accumulate(likely.begin(), likely.end(), 0.0), 1, 1e-12);
        for (const double one : likely) EXPECT_GE(one, 0);
      }
    }
  }
}

TEST(Aligner, AFarOutlierCountsForNoMoreThanFourSpreads) {
  AlignedPair pair("회의는 3시", "회의는 4시"), farther("회의는 3시", "회의는 4시");
  pair.features[0] = 1e6F;
  farther.features[0] = 1e9F;
  EXPECT_EQ(pair.likely(), farther.likely());
}

/// Exit code of a child process with MEMFOLD_ISA = value: 0 when that kernel is in use.
[[noreturn]] void check_kernel_in_child(const std::string& value, std::size_t kernel) {
  setenv("MEMFOLD_ISA", value.c_str(), 1);
  std::_Exit(&aligner_kernel() == aligner_kernels()[kernel] ? 0 : 1);
}

// A process of its own for each: the choice is made once.
TEST(AlignerDeathTest, TheEnvironmentForcesAKernel) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  constexpr std::string_view kSets[] = {"plain", "avx2", "avx512"};
  for (std::size_t i = 0; i < aligner_kernels().size(); ++i) {
    EXPECT_EXIT(check_kernel_in_child(std::string(kSets[i]), i), testing::ExitedWithCode(0), "")
        << kSets[i];
  }
}

std::vector<float> random_floats(std::mt19937& random, std::size_t count) {
  std::uniform_real_distribution<float> number(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = number(random);
  return values;
}

TEST(Aligner, EveryKernelsProductsHaveTheBitsOfPlainLoops) {
  std::mt19937 random(7);
  constexpr std::size_t kSize = 130, kRows = 11;
  for (const std::size_t width : {std::size_t(64), std::size_t(128)}) {
    const auto rows = random_floats(random, kRows * kSize),
               matrix = random_floats(random, kSize * width);
    const auto before = random_floats(random, kRows * width);
    std::vector<float> exact = before;
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t k = 0; k < kSize; ++k) {
        const float factor = rows[i * kSize + k];
        for (std::size_t c = 0; c < width; ++c)
          exact[i * width + c] = std::fma(factor, matrix[k * width + c], exact[i * width + c]);
      }
    }
    for (const AlignerKernel* kernel : aligner_kernels()) {
      for (std::size_t count = 1; count <= kRows; ++count) {  // in whatever blocks it takes them
        std::vector<float> sums(before.begin(), before.begin() + std::ptrdiff_t(count * width));
        kernel->add_products({rows.data(), kSize, count}, kSize, matrix.data(), width, sums.data());
        EXPECT_TRUE(std::equal(sums.begin(), sums.end(), exact.begin())) << count << " rows";
      }
    }
    const auto factors = random_floats(random, width);
    std::vector<float> plain(kSize), out(kSize);
    const RowsView view{matrix.data(), width, kSize};
    aligner_kernels().front()->products(view, width, factors.data(), plain.data());
    EXPECT_NEAR(plain[3],
                std::inner_product(factors.begin(), factors.end(), &matrix[3 * width], 0.0), 1e-5);
    for (const AlignerKernel* kernel : aligner_kernels()) {
      kernel->products(view, width, factors.data(), out.data());
      EXPECT_EQ(out, plain);
    }
  }
}

TEST(Aligner, EveryKernelReadsSmallRowsAlike) {
  std::mt19937 random(8);
  std::array<std::int8_t, kUnitRow> small;
  for (std::int8_t& number : small) number = std::int8_t(random() % 128 - 64);
  const auto scale = random_floats(random, kUnitRow);
  for (const AlignerKernel* kernel : aligner_kernels()) {
    std::vector<std::int16_t> sums(kUnitRow, 300);
    kernel->add_small(small.data(), sums.data());
    std::vector<float> scaled(kUnitRow, 0.5F);
    kernel->add_scaled(sums.data(), scale.data(), 0.25F, scaled.data());
    for (std::size_t c = 0; c < kUnitRow; ++c) {
      EXPECT_EQ(sums[c], 300 + small[c]);
      EXPECT_EQ(scaled[c], 0.5F + float(sums[c]) * scale[c] * 0.25F);
    }
  }
}

TEST(Aligner, PartsAreCutFromTheirTexts) {
  const std::string_view existing = "The venue of the picnic is the river park",
                         incoming = "Instead of the river park the picnic is at the castle garden";
  const AlignedPair pair(existing, incoming);
  const Alignment alignment(pair.evidence, pair.features);
  const std::vector<Part> parts = alignment.parts();
  const Shares shares = alignment.shares_for(Verdict::Update);
  ASSERT_EQ(shares.parts.size(), parts.size());
  std::size_t shared = 0, opposed = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_LT(parts[i].span.begin, parts[i].span.end);
    EXPECT_LE(parts[i].span.end, (parts[i].incoming ? incoming : existing).size());
    const auto against = alignment.against(i);
    const TextSpan opposite = against.value_or(TextSpan{});
    EXPECT_LE(opposite.end, (parts[i].incoming ? existing : incoming).size());
    shared += parts[i].shared;
    opposed += against.has_value();
  }
  EXPECT_GT(shared, 0u);
  EXPECT_GT(opposed, 0u);
  const auto speaks = [](double share) { return share > 0; };
  EXPECT_TRUE(std::any_of(shares.features.begin(), shares.features.end(), speaks));
  EXPECT_TRUE(std::any_of(shares.parts.begin(), shares.parts.end(), speaks));
}

/// What ends a state speaks more for an update than what is merely said beside it. No single couple
/// is sure to come out right: a word has one row, whatever stands around it.
TEST(Aligner, WhatAWordDoesMostlyDecidesBetweenPairsThatShareAllElse) {
  struct Couple {
    const char *existing, *ended, *stands;
  };
  constexpr Couple kCouples[] = {
      {"Falcon is our supplier of bolts", "Falcon was replaced as our supplier of bolts",
       "Falcon was praised as our supplier of bolts"},
      {"사내 카페는 1층에서 운영한다", "사내 카페 운영이 중단되었다",
       "사내 카페 커피가 맛있어졌다"},
      {"Mira leads the billing team", "Mira has resigned from leading the billing team",
       "Mira enjoys leading the billing team"},
      {"The ferry to Skye runs daily", "The ferry to Skye was discontinued",
       "The ferry to Skye was photographed"},
      {"The pool is open to guests", "The pool is closed to guests",
       "The pool is popular with guests"},
      {"Our lease covers the basement", "Our lease no longer covers the basement",
       "Our lease explicitly covers the basement"},
      {"The committee supports the bridge plan", "The committee rejected the bridge plan",
       "The committee discussed the bridge plan"},
      {"Kenji is allergic to peanuts", "Kenji has outgrown his allergy to peanuts",
       "Kenji told the school about his allergy to peanuts"},
      {"Dr. Ono treats my knee", "Dr. Ono has retired and Dr. Lee treats my knee",
       "Dr. Ono studied in Kyoto and treats my knee"},
      {"The archive is kept in Leeds", "The archive has moved to York",
       "The archive has a reading room"},
      {"Vega hosts our website", "Vega was dropped as host of our website",
       "Vega was thanked as host of our website"},
      {"Tom is secretary of the club", "Tom was succeeded as secretary of the club",
       "Tom was applauded as secretary of the club"},
      {"수지는 합창단 단장이다", "수지는 합창단 단장에서 물러났다",
       "수지는 합창단 단장으로 상을 받았다"},
      {"주차장은 무료로 개방된다", "주차장이 유료로 바뀌었다", "주차장이 꽤 넓다"},
      {"한솔은 부품 납품업체이다", "한솔은 부품 납품업체에서 제외되었다",
       "한솔은 부품 납품업체로 칭찬받았다"},
      {"매주 화요일에 요가 수업이 있다", "화요일 요가 수업이 폐강되었다",
       "화요일 요가 수업이 재미있다"},
      {"도서관은 밤 10시까지 연다", "도서관이 밤 8시에 닫기로 했다", "도서관에 새 책상이 들어왔다"},
      {"지호가 서버 운영을 맡고 있다", "서버 운영은 이제 민서가 맡는다",
       "지호가 서버 운영 교육을 받았다"},
  };
  int right = 0;
  for (std::size_t i = 0; i < std::size(kCouples); ++i) {
    const Couple& one = kCouples[i];
    const bool told = AlignedPair(one.existing, one.ended).likely(Verdict::Update) >
                      AlignedPair(one.existing, one.stands).likely(Verdict::Update);
    right += told;
    EXPECT_TRUE(told || i >= 2) << one.ended;
  }
  EXPECT_GE(right, 16) << "of " << std::size(kCouples);
}

TEST(Aligner, AParaphraseIsLikelierADuplicateThanAnotherValueIs) {
  EXPECT_GT(AlignedPair("회의는 매주 월요일에 열린다", "매주 월요일마다 회의를 한다")
                .likely(Verdict::Duplicate),
            AlignedPair("회의는 매주 월요일에 열린다", "매주 목요일마다 회의를 한다")
                .likely(Verdict::Duplicate));
  EXPECT_GT(AlignedPair("The office closes at 6 pm", "At 6 pm the office shuts")
                .likely(Verdict::Duplicate),
            AlignedPair("The office closes at 6 pm", "At 8 pm the office shuts")
                .likely(Verdict::Duplicate));
}

}  // namespace
}  // namespace memfold::models
